//! What the kernel knows of a process: Linux only, as the benchmark is.

use std::fs::read_to_string;
use std::time::Duration;

use crate::Failure;

/// The unit of /proc/PID/stat is 10 ms on every Linux, whatever the kernel's own tick is.
fn ticks(count: u64) -> Duration {
    Duration::from_millis(count * 10)
}

/// CPU time of a process since it started, all of its threads included.
pub fn cpu(pid: u32) -> Result<Duration, Failure> {
    Ok(Stat::of(pid)?.own)
}

/// CPU time of a process and of all children it has or had.
pub fn cpu_of_family(pid: u32) -> Result<Duration, Failure> {
    let parent = Stat::of(pid)?;
    let mut sum = parent.own + parent.buried;
    for entry in std::fs::read_dir("/proc")? {
        let Ok(other) = entry?.file_name().to_string_lossy().parse::<u32>() else { continue };
        // One that ends while we look is counted with its parent the next time.
        match Stat::of(other) {
            Ok(child) if child.parent == pid => sum += child.own,
            _ => {}
        }
    }
    Ok(sum)
}

/// CPU time of all processes of the machine, ended ones included.
pub fn cpu_of_machine() -> Result<Duration, Failure> {
    machine(&read_to_string("/proc/stat")?)
}

fn machine(text: &str) -> Result<Duration, Failure> {
    let line = text.strip_prefix("cpu ").ok_or("/proc/stat begins otherwise")?;
    // user, nice, system; waiting and interrupts are nobody's.
    Ok(ticks(line.split_whitespace().take(3).map(str::parse::<u64>).sum::<Result<u64, _>>()?))
}

struct Stat {
    parent: u32,
    own: Duration,
    /// Of children that have ended.
    buried: Duration,
}

impl Stat {
    fn of(pid: u32) -> Result<Self, Failure> {
        Self::parse(&read_to_string(format!("/proc/{pid}/stat"))?)
    }

    fn parse(text: &str) -> Result<Self, Failure> {
        // The name of the program, in parentheses, may hold anything; numbers follow the last one.
        let (_, numbers) = text.rsplit_once(')').ok_or("/proc/PID/stat without a name")?;
        let fields: Vec<&str> = numbers.split_whitespace().collect();
        let number = |index: usize| -> Result<u64, Failure> {
            Ok(fields.get(index).ok_or("/proc/PID/stat is short")?.parse()?)
        };
        Ok(Self {
            parent: u32::try_from(number(1)?)?,
            own: ticks(number(11)? + number(12)?),
            buried: ticks(number(13)? + number(14)?),
        })
    }
}

/// What a process holds in memory, in MiB.
#[derive(Clone, Copy)]
pub struct Memory {
    pub resident: f64,
    /// The part that is its own: a mapped database file is not in it.
    pub anonymous: f64,
}

pub fn memory(pid: u32) -> Result<Memory, Failure> {
    let status = read_to_string(format!("/proc/{pid}/status"))?;
    let mebibytes = |name: &str| -> Result<f64, Failure> {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kibibytes = line.and_then(|line| line.split_whitespace().next());
        Ok(kibibytes.ok_or("/proc/PID/status without memory")?.parse::<f64>()? / 1024.0)
    };
    Ok(Memory { resident: mebibytes("VmRSS:")?, anonymous: mebibytes("RssAnon:")? })
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub fn processor() -> String {
    let text = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = text.lines().find(|line| line.starts_with("model name"));
    let model = named.and_then(|line| line.split_once(": ")).map(|(_, model)| model.trim());
    model.unwrap_or("processador desconhecido").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_program_does_not_shift_the_numbers() {
        let line = "42 (a ) b) S 7 1 1 0 -1 4194560 9 0 0 0 120 30 5 6 20 0 1 0 100";
        let stat = Stat::parse(line).unwrap();
        assert_eq!(stat.parent, 7);
        assert_eq!(stat.own, Duration::from_millis(1500));
        assert_eq!(stat.buried, Duration::from_millis(110));
    }

    #[test]
    fn the_machine_counts_what_processes_use() {
        let text = "cpu  100 10 5 9000 70 3 2 0 0 0\ncpu0 50 5 2 4500 35 1 1 0 0 0\n";
        assert_eq!(machine(text).unwrap(), Duration::from_millis(1150));
    }
}
