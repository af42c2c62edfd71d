//! All secrets that are known in a run, prepared once: any server may repeat what was meant for another.
//!
//! A program that we start gets our whole environment, so the values of variables with a secret's name count too,
//! unless they are ordinary.

use crate::gather::contact::Contact;
use crate::gather::secret::hiding::Hiding;
use crate::gather::secret::{is_secret_name, is_unlikely};

/// The secrets of a run.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// For what is told in reports: all of them.
    pub(crate) told: Hiding,
    /// For definitions: those that can hardly be ordinary text.
    pub(crate) defined: Hiding,
}

impl Known {
    /// The secrets of these servers and of this process.
    pub(crate) fn of(contacts: &[Contact]) -> Known {
        let given = contacts.iter().flat_map(|contact| contact.secrets.iter().cloned());
        Known::of_texts(given.chain(inherited()).collect())
    }

    fn of_texts(mut secrets: Vec<String>) -> Known {
        secrets.sort_unstable();
        secrets.dedup();
        let told = Hiding::of(&secrets);
        secrets.retain(|secret| is_unlikely(secret));
        Known { told, defined: Hiding::of(&secrets) }
    }
}

fn inherited() -> impl Iterator<Item = String> {
    let variables = std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let secret = variables.filter(|(name, _)| is_secret_name(name));
    secret.filter_map(|(_, value)| value.into_string().ok()).filter(|value| is_unlikely(value))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::time::Instant;

    use super::*;

    #[test]
    fn ordinary_secrets_are_hidden_in_reports_alone() {
        let known = Known::of_texts(["postgres", "kunci-99182"].map(str::to_owned).to_vec());
        let text = "postgres, kunci-99182";
        assert_eq!((&*known.told.hide(text), &*known.defined.hide(text)), ("••••, ••••", "postgres, ••••"));
    }

    #[test]
    fn a_run_of_many_servers_stays_cheap() {
        let secrets: Vec<String> = (0..640).map(|number| format!("kunci-{number}-Rahasia/{number}")).collect();
        let began = Instant::now();
        let known = Known::of_texts(secrets);
        let preparing = began.elapsed();
        let text = r#"{"name":"kunci_buat","description":"Membuat kunci baru untuk sebuah pintu."}"#.repeat(15);
        let began = Instant::now();
        for _ in 0..64 * 25 {
            assert!(matches!(known.told.hide(&text), Cow::Borrowed(_)));
        }
        // Far less than if it were prepared again for each text; both are measured in this run, however it was built.
        let hiding = began.elapsed();
        assert!(hiding < preparing * 64 * 25 / 2, "{hiding:?} after {preparing:?}");
    }
}
