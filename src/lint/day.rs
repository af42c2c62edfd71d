//! A day as people write it: YYYY-MM-DD.

use std::fmt;

/// A day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    year: i64,
    month: u8,
    day: u8,
}

/// The text is no day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no day; expected YYYY-MM-DD")]
pub struct NoDay {
    /// What stands there.
    pub text: String,
}

/// Days in 400 years of the Gregorian calendar.
const ERA: i64 = 146_097;

impl Day {
    /// Reads YYYY-MM-DD.
    ///
    /// # Errors
    /// When it is none, or the calendar has no such day.
    pub fn read(text: &str) -> Result<Day, NoDay> {
        let wrong = || NoDay { text: text.to_owned() };
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let mut parts = text.split('-');
        let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong());
        };
        if (year.len(), month.len(), day.len()) != (4, 2, 2) || ![year, month, day].into_iter().all(digits) {
            return Err(wrong());
        }
        let read = Day {
            year: year.parse().map_err(|_| wrong())?,
            month: month.parse().map_err(|_| wrong())?,
            day: day.parse().map_err(|_| wrong())?,
        };
        if (1..=12).contains(&read.month) && (1..=read.days_in_month()).contains(&read.day) {
            Ok(read)
        } else {
            Err(wrong())
        }
    }

    /// The day, in UTC, of a time in seconds since 1970.
    #[must_use]
    pub fn of_unix(seconds: i64) -> Day {
        // Days since 0000-03-01, so that the day that leap years add is the last one of its year.
        let days = seconds.div_euclid(86_400) + 719_468;
        let (era, of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
        let of_years = of_era - of_era / 1_460 + of_era / 36_524 - of_era / (ERA - 1);
        let year = of_years / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let small = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
        Day { year: year + era * 400 + i64::from(month <= 2), month: small(month), day: small(day) }
    }

    fn days_in_month(self) -> u8 {
        let leap = self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0);
        match self.month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(Day::of_unix(seconds).to_string(), day);
            assert_eq!(Day::read(day), Ok(Day::of_unix(seconds)));
        }
        for wrong in
            ["2025-02-29", "2025-13-01", "2025-00-10", "25-01-01", "2025-1-1", "2025-01-01T00", "+025-01-01", ""]
        {
            assert!(Day::read(wrong).is_err(), "{wrong}");
        }
    }
}
