//! Weeks, months and years as spans of days.

use chrono::{Datelike, Days, Months, NaiveDate};

pub fn mover_dias(data: NaiveDate, dias: i64) -> Option<NaiveDate> {
    let passos = Days::new(dias.unsigned_abs());
    if dias < 0 { data.checked_sub_days(passos) } else { data.checked_add_days(passos) }
}

pub fn mover_meses(data: NaiveDate, meses: i64) -> Option<NaiveDate> {
    let passos = Months::new(u32::try_from(meses.unsigned_abs()).ok()?);
    if meses < 0 { data.checked_sub_months(passos) } else { data.checked_add_months(passos) }
}

/// Monday to Sunday.
pub fn semana(dia: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
    let segunda = mover_dias(dia, -i64::from(dia.weekday().num_days_from_monday()))?;
    Some((segunda, mover_dias(segunda, 6)?))
}

pub fn mes(dia: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
    let primeiro = dia.with_day(1)?;
    Some((primeiro, mover_meses(primeiro, 1)?.pred_opt()?))
}

/// The block of `meses` months that `dia` lies in, moved by whole blocks.
pub fn bloco(dia: NaiveDate, desloca: i64, meses: u32) -> Option<(NaiveDate, NaiveDate)> {
    let primeiro = dia.with_day(1)?.with_month(dia.month0() / meses * meses + 1)?;
    let inicio = mover_meses(primeiro, desloca * i64::from(meses))?;
    Some((inicio, mover_meses(inicio, i64::from(meses))?.pred_opt()?))
}

pub fn ano(numero: i32) -> Option<(NaiveDate, NaiveDate)> {
    Some((NaiveDate::from_ymd_opt(numero, 1, 1)?, NaiveDate::from_ymd_opt(numero, 12, 31)?))
}
