//! Times as recordings write them, in milliseconds since 1970.

use serde_json::Value;

/// An RFC 3339 text, or a number of seconds, milliseconds, microseconds or nanoseconds told apart by its size.
pub(crate) fn millis(value: &Value) -> Option<i64> {
    if let Some(number) = value.as_i64() {
        return Some(by_size(number));
    }
    if let Some(seconds) = value.as_f64() {
        // 9e14 seconds are past any recording and far from what an i64 of milliseconds cannot hold.
        return seconds.is_finite().then(|| (seconds.clamp(-9e14, 9e14) * 1000.0) as i64);
    }
    let text = value.as_str()?.trim();
    if let Ok(number) = text.parse::<i64>() {
        return Some(by_size(number));
    }
    of_text(text)
}

/// Times of our age have 10 digits in seconds, 13 in milliseconds, 16 in microseconds, 19 in nanoseconds.
fn by_size(number: i64) -> i64 {
    match number.unsigned_abs() {
        0..100_000_000_000 => number.saturating_mul(1000),
        100_000_000_000..100_000_000_000_000 => number,
        100_000_000_000_000..100_000_000_000_000_000 => number / 1000,
        _ => number / 1_000_000,
    }
}

fn of_text(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let behind = text.get(19..)?;
    let digits = behind.strip_prefix('.').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let millis = (0..3).fold(0, |sum, at| {
        let digit = behind.as_bytes().get(1 + at).filter(|_| at < digits).map_or(0, |digit| digit - b'0');
        sum * 10 + i64::from(digit)
    });
    let zone = behind.get(if digits > 0 { digits + 1 } else { 0 }..)?;
    let minutes = days(year, month, day) * 1440 + hour * 60 + minute - offset(zone)?;
    Some((minutes * 60 + second) * 1000 + millis)
}

/// Minutes east of Greenwich; no zone is taken for Greenwich.
fn offset(zone: &str) -> Option<i64> {
    let sign = match zone.as_bytes().first() {
        None | Some(b'Z' | b'z') => return Some(0),
        Some(b'+') => 1,
        Some(b'-') => -1,
        Some(_) => return None,
    };
    let number = |from: usize, to: usize| zone.get(from..to)?.parse::<i64>().ok();
    Some(sign * (number(1, 3)? * 60 + number(4, 6)?))
}

/// Days since 1970-01-01 in the Gregorian calendar; years begin in March, so that the leap day is a year's last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 + day
        - 719_469
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_writing_of_one_time_is_the_same() {
        for written in [
            json!("2026-11-30T10:15:30.250Z"),
            json!("2026-11-30T17:15:30.25+07:00"),
            json!(1_796_033_730_250_i64),
            json!("1796033730250000000"),
            json!(1_796_033_730.25),
        ] {
            assert_eq!(millis(&written), Some(1_796_033_730_250), "{written}");
        }
        assert_eq!(millis(&json!("2024-02-29T00:00:00Z")), Some(1_709_164_800_000));
        assert_eq!(millis(&json!("1970-01-01T00:00:00")), Some(0));
        for none in [json!("kemarin"), json!(null), json!("2026-13-01T00:00:00Z"), json!("2026-11-30T10:15:30 WIB")] {
            assert_eq!(millis(&none), None, "{none}");
        }
    }
}
