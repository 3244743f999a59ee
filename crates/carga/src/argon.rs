//! The limit of a log-in: Argon2id alone, on as many threads as there are cores.

use std::time::{Duration, Instant};

use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::{Failure, proc};

/// Hashes per second, with the parameters of the service. The memory is taken once per thread:
/// what it costs to get 19 MiB for every password is no part of the limit.
pub fn hashes_per_second(during: Duration) -> Result<f64, Failure> {
    let threads: Vec<_> =
        (0..proc::cores()).map(|_| std::thread::spawn(move || hash_for(during))).collect();
    let mut sum = 0.0;
    for thread in threads {
        sum += thread.join().map_err(|_| "a thread panicked")??;
    }
    Ok(sum)
}

fn hash_for(during: Duration) -> Result<f64, Failure> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(text)?;
    let mut memory = vec![Block::default(); params.block_count()];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let (mut hash, mut count, begin) = ([0; 32], 0_u32, Instant::now());
    while begin.elapsed() < during {
        let salt = [7; 16];
        argon2
            .hash_password_into_with_memory(b"Nucleo2026", &salt, &mut hash, &mut memory)
            .map_err(text)?;
        count += 1;
    }
    Ok(f64::from(count) / begin.elapsed().as_secs_f64())
}

fn text(error: impl std::fmt::Display) -> Failure {
    error.to_string().into()
}
