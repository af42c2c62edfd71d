//! One file a strategy: what stands up front, how tools are found, where they are loaded.

mod cli_help;
mod client_search_bm25;
mod client_search_names;
mod code_mode;
mod full;
mod hosted_search;
mod listing_invoke;
mod namespace_load;
mod oracle;
mod per_query_top_k;
mod search_describe_execute;
mod server_activate;
mod static_subset;
pub mod virtual_groups;
pub mod presets;

use crate::simulate::strategy::Strategy;

/// A strategy that is built in.
pub struct Known {
    /// The text of its file, whose head is its page.
    page: &'static str,
    /// Makes it.
    pub make: fn() -> Strategy,
}

/// All strategies, in the order in which they are shown: the two bounds first.
pub const STRATEGIES: &[Known] = &[
    Known { page: include_str!("full.rs"), make: full::full },
    Known { page: include_str!("oracle.rs"), make: oracle::oracle },
    Known { page: include_str!("static_subset.rs"), make: static_subset::static_subset },
    Known { page: include_str!("hosted_search.rs"), make: hosted_search::bm25 },
    Known { page: include_str!("hosted_search.rs"), make: hosted_search::regex },
    Known { page: include_str!("client_search_names.rs"), make: client_search_names::client_search_names },
    Known { page: include_str!("client_search_bm25.rs"), make: client_search_bm25::client_search_bm25 },
    Known { page: include_str!("namespace_load.rs"), make: namespace_load::namespace_load },
    Known { page: include_str!("listing_invoke.rs"), make: listing_invoke::low },
    Known { page: include_str!("listing_invoke.rs"), make: listing_invoke::medium },
    Known { page: include_str!("listing_invoke.rs"), make: listing_invoke::high },
    Known { page: include_str!("listing_invoke.rs"), make: listing_invoke::max },
    Known { page: include_str!("search_describe_execute.rs"), make: search_describe_execute::search_describe_execute },
    Known { page: include_str!("server_activate.rs"), make: server_activate::server_activate },
    Known { page: include_str!("virtual_groups.rs"), make: virtual_groups::virtual_groups },
    Known { page: include_str!("per_query_top_k.rs"), make: per_query_top_k::per_query_top_k },
    Known { page: include_str!("code_mode.rs"), make: code_mode::code_mode },
    Known { page: include_str!("cli_help.rs"), make: cli_help::cli_help },
];

impl Known {
    /// Its page, as Markdown: what it is, which product, which sources.
    #[must_use]
    pub fn page(&self) -> String {
        let lines = self.page.lines().take_while(|line| line.starts_with("//!"));
        lines.map(|line| line.trim_start_matches("//!").trim_start()).collect::<Vec<_>>().join("\n")
    }
}

/// All strategies as data.
#[must_use]
pub fn all() -> Vec<Strategy> {
    STRATEGIES.iter().map(|known| (known.make)()).collect()
}

/// The strategy or the preset of that name.
#[must_use]
pub fn named(name: &str) -> Option<Strategy> {
    let known = all().into_iter().find(|strategy| strategy.name == name);
    known.or_else(|| presets::all().iter().find(|preset| preset.name == name).cloned())
}

/// The names of all presets, then those of all strategies.
#[must_use]
pub fn names() -> Vec<String> {
    let known = all().into_iter().map(|strategy| strategy.name);
    presets::all().iter().map(|preset| preset.name.clone()).chain(known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_has_its_own_name_and_a_page_with_sources() {
        let all = all();
        for (known, strategy) in STRATEGIES.iter().zip(&all) {
            let same = all.iter().filter(|other| other.name == strategy.name).count();
            assert_eq!(same, 1, "{}", strategy.name);
            assert!(!strategy.title.is_empty(), "{}", strategy.name);
            let page = known.page();
            assert!(page.contains("## References\n"), "{}", strategy.name);
            assert!(page.lines().next().is_some_and(|first| first.ends_with('.')), "{}", strategy.name);
        }
        assert!(named("oracle").is_some() && named("claude-code").is_some() && named("nothing").is_none());
    }
}
