//! Joins the pages of one server's list: order, repetitions, what is missing at the end.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

use crate::catalog::offer::Offer;
use crate::catalog::place::Place;
use crate::catalog::provenance::Provenance;
use crate::catalog::tool::{Problem, Server, Tool};

/// One server while its source is being read.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// The name that the source gives it.
    pub(crate) name: Option<String>,
    /// The host that answered, in a recording of traffic.
    pub(crate) peer: Option<String>,
    /// The name that the server gives itself.
    pub(crate) own_name: Option<String>,
    /// The version that the server gives itself.
    pub(crate) version: Option<String>,
    /// The protocol version it answered with.
    pub(crate) era: Option<String>,
    /// Its instructions.
    pub(crate) instructions: Option<String>,
    /// Where they stand, and their literal.
    pub(crate) instructions_at: Option<(Place, Box<str>)>,
    /// Its lists, in the order in which they were found.
    pub(crate) pages: Vec<Page>,
    /// Its prompts, resources and resource templates.
    pub(crate) offers: Vec<Offer>,
    /// Hashes of those that lists brought, so that a list that comes again adds nothing.
    pub(crate) listed: HashSet<u64>,
    /// What makes those hashes.
    pub(crate) hashes: RandomState,
    /// How and when it was asked, when the source tells it.
    pub(crate) provenance: Option<Provenance>,
    /// True when the source says that its list is not whole.
    pub(crate) incomplete: bool,
    /// True when anything in the source speaks of it.
    pub(crate) used: bool,
}

/// One list of tools, or one page of a longer list.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The number of the request that it answers, when it answers one.
    pub(crate) id: Option<u64>,
    /// The tools, in order.
    pub(crate) tools: Vec<Tool>,
    /// The cursor of the page that follows; any text is one, the empty text too.
    pub(crate) next: Option<String>,
    /// True for tools that stand one by one, as in NDJSON: they make up one list.
    pub(crate) loose: bool,
    /// Where the list stands.
    pub(crate) place: Place,
}

impl Draft {
    /// The name it goes by: from the source, else its own, else the default.
    pub(crate) fn final_name(&self, default_name: &str) -> String {
        let names = [&self.name, &self.own_name, &self.peer];
        let name = names.into_iter().flatten().find(|name| !name.is_empty());
        name.map_or(default_name, String::as_str).to_owned()
    }

    /// A server that the source names.
    pub(crate) fn named(name: &str) -> Draft {
        Draft { name: Some(name.to_owned()), used: true, ..Draft::default() }
    }

    /// Adds a tool that stands by itself.
    pub(crate) fn push_loose(&mut self, tool: Tool) {
        match self.pages.last_mut() {
            Some(page) if page.loose => page.tools.push(tool),
            _ => self.pages.push(Page { loose: true, place: tool.place.clone(), tools: vec![tool], ..Page::default() }),
        }
    }

    /// Adds an entry of a list, unless an earlier list held the same.
    pub(crate) fn list(&mut self, offer: Offer) {
        if self.listed.insert(self.hashes.hash_one((offer.kind.key(), &offer.text))) {
            self.offers.push(offer);
        }
    }

    /// Joins the pages.
    pub(crate) fn finish(mut self, name: String, source: &str, problems: &mut Vec<Problem>) -> Server {
        if self.pages.iter().all(|page| page.id.is_some()) {
            self.pages.sort_by_key(|page| page.id);
        }
        let mut joined = Joined {
            name: &name,
            tools: Vec::new(),
            names: HashSet::new(),
            texts: HashMap::new(),
            hashes: RandomState::new(),
            repeated: 0,
            problems,
        };
        let mut end = End::default();
        for (number, mut page) in self.pages.into_iter().enumerate() {
            let fresh = joined.add(number, std::mem::take(&mut page.tools));
            end.turn(page, fresh);
        }
        joined.tell_repeated(&end.place);
        let incomplete = end.tell(&mut joined);
        for offer in &mut self.offers {
            offer.place.server = Some(name.clone());
        }
        let (instructions_place, instructions_text) = self.instructions_at.unzip();
        Server {
            tools: joined.tools,
            instructions: self.instructions,
            instructions_place: instructions_place.map(|place| Place { server: Some(name.clone()), ..place }),
            instructions_text,
            version: self.version,
            era: self.era,
            source: source.to_owned(),
            incomplete: incomplete || self.incomplete,
            offers: self.offers,
            provenance: self.provenance,
            name,
        }
    }
}

/// The name of the tool that a place stands in: the last one before it, if that holds a replacement character.
pub(crate) fn tool_around(drafts: &[Draft], place: &Place) -> Option<String> {
    let tools = drafts.iter().flat_map(|draft| &draft.pages).flat_map(|page| &page.tools);
    let before = tools.filter(|tool| (tool.place.line, tool.place.column) <= (place.line, place.column));
    let nearest = before.max_by_key(|tool| (tool.place.line, tool.place.column))?;
    nearest.text.contains(char::REPLACEMENT_CHARACTER).then(|| nearest.name.clone())
}

/// Tells a note that costs nothing once, however often a log repeats its cause.
pub(crate) fn collapse(problems: &mut Vec<Problem>) {
    let mut seen = HashMap::new();
    let mut kept = Vec::with_capacity(problems.len());
    for problem in problems.drain(..) {
        if problem.lost {
            kept.push((problem, 1_usize));
            continue;
        }
        let key = (problem.place.server.clone(), problem.place.tool.clone(), problem.message.clone());
        let first = *seen.entry(key).or_insert(kept.len());
        match kept.get_mut(first) {
            Some((_, times)) => *times += 1,
            None => kept.push((problem, 1)),
        }
    }
    problems.extend(kept.into_iter().map(|(problem, times)| match times {
        1 => problem,
        times => Problem { message: format!("{} ({times} times, first here)", problem.message), ..problem },
    }));
}

struct Joined<'j> {
    name: &'j str,
    tools: Vec<Tool>,
    names: HashSet<String>,
    /// By the hash of name and text: the page and the index of the first tool of each text, so that a name that comes
    /// very often costs no walk over all its bearers.
    texts: HashMap<u64, Vec<(usize, usize)>>,
    hashes: RandomState,
    repeated: usize,
    problems: &'j mut Vec<Problem>,
}

impl Joined<'_> {
    /// Adds a page and tells how many of its tools are new. The same text on another page is the same tool; within a
    /// page the list really holds it twice, and a host would show it twice.
    fn add(&mut self, page: usize, tools: Vec<Tool>) -> usize {
        let mut fresh = 0;
        for mut tool in tools {
            tool.place.server = Some(self.name.to_owned());
            let first = self.texts.entry(self.hashes.hash_one((&tool.name, &tool.text))).or_default();
            let same = |&&(_, index): &&(usize, usize)| {
                self.tools.get(index).is_some_and(|known| known.name == tool.name && known.text == tool.text)
            };
            match first.iter().find(same) {
                Some(&(other, _)) if other != page => {
                    self.repeated += 1;
                    continue;
                }
                Some(_) => {}
                None => first.push((page, self.tools.len())),
            }
            if !self.names.insert(tool.name.clone()) {
                let message = format!("the name {:?} comes more than once in this server", tool.name);
                self.problems.push(Problem { place: tool.place.clone(), message, lost: false });
            }
            self.tools.push(tool);
            fresh += 1;
        }
        fresh
    }

    fn tell_repeated(&mut self, place: &Place) {
        if self.repeated > 0 {
            let message = match self.repeated {
                1 => "a definition comes again on a later page or in a later list; it counts once".to_owned(),
                many => format!("{many} definitions come again on a later page or in a later list; each counts once"),
            };
            self.tell(place, message, false);
        }
    }

    fn tell(&mut self, place: &Place, message: String, lost: bool) {
        let place = Place { server: Some(self.name.to_owned()), ..place.clone() };
        self.problems.push(Problem { place, message, lost });
    }
}

/// How the last page ends.
#[derive(Default)]
struct End {
    next: Option<String>,
    place: Place,
    stands_still: bool,
}

impl End {
    fn turn(&mut self, page: Page, fresh: usize) {
        self.stands_still = fresh == 0 && page.next.is_some() && page.next == self.next;
        self.next = page.next;
        self.place = page.place;
    }

    /// True when further pages are missing. A cursor that comes again with a page that brings nothing new is a
    /// server that never ends its list, not a page that is missing.
    fn tell(&self, joined: &mut Joined<'_>) -> bool {
        let Some(next) = &self.next else { return false };
        if self.stands_still {
            joined.tell(&self.place, format!("the cursor {next:?} does not advance: the list has no end"), false);
            return false;
        }
        let message = format!("the list goes on at the cursor {next:?}, and the source does not hold the rest");
        joined.tell(&self.place, message, true);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved::definition;

    fn page(id: Option<u64>, names: &[&str], next: Option<&str>) -> Page {
        let tool =
            |name: &&str| definition::tool(&format!(r#"{{"name":"{name}"}}"#), Place::default()).expect("a tool");
        Page { id, tools: names.iter().map(tool).collect(), next: next.map(str::to_owned), ..Page::default() }
    }

    fn joined(pages: Vec<Page>) -> (String, bool, Vec<String>) {
        let mut problems = Vec::new();
        let server = Draft { pages, ..Draft::default() }.finish("s".to_owned(), "file", &mut problems);
        let names: Vec<_> = server.tools.iter().map(|tool| tool.name.as_str()).collect();
        (names.join(" "), server.incomplete, problems.into_iter().map(|problem| problem.message).collect())
    }

    #[test]
    fn pages_are_joined_in_the_order_of_their_requests() {
        let pages = vec![page(Some(3), &["c"], None), page(Some(2), &["b", "a"], Some("x"))];
        assert_eq!(joined(pages), ("b a c".to_owned(), false, vec![]));
    }

    #[test]
    fn a_cursor_left_over_means_that_tools_are_missing() {
        let (names, incomplete, problems) = joined(vec![page(None, &["a"], Some(""))]);
        assert_eq!((names.as_str(), incomplete, problems.len()), ("a", true, 1));
    }

    #[test]
    fn a_cursor_that_stands_still_is_told_once_and_nothing_counts_twice() {
        let pages = (0..5).map(|id| page(Some(id), &["a", "b"], Some("2"))).collect();
        let (names, incomplete, problems) = joined(pages);
        assert_eq!((names.as_str(), incomplete, problems.len()), ("a b", false, 2), "{problems:?}");
        assert!(problems[1].contains("does not advance"), "{problems:?}");
    }

    #[test]
    fn the_same_cursor_with_new_tools_is_legal() {
        let pages =
            vec![page(Some(1), &["a"], Some("H")), page(Some(2), &["b"], Some("H")), page(Some(3), &["c"], None)];
        assert_eq!(joined(pages), ("a b c".to_owned(), false, vec![]));
    }

    #[test]
    fn a_name_twice_in_one_list_stays_twice() {
        let (names, _, problems) = joined(vec![page(None, &["a", "a"], None)]);
        assert_eq!((names.as_str(), problems.len()), ("a a", 1));
    }

    #[test]
    fn the_same_text_on_a_later_page_counts_once_however_often_it_came_before() {
        let pages = vec![page(Some(1), &["a", "a", "b"], Some("x")), page(Some(2), &["a", "c"], None)];
        let (names, _, problems) = joined(pages);
        assert_eq!((names.as_str(), problems.len()), ("a a b c", 2), "{problems:?}");
    }
}
