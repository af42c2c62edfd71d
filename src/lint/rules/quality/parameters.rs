//! How well a tool's parameters are explained: by themselves, by the tool's description, or not at all.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use serde_json::Value;
use unicode_segmentation::UnicodeSegmentation;

use crate::catalog::similar::name_words;
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Position};
use crate::lint::words::stems::{Known, lists, root};

/// A parameter and how it is explained.
pub(crate) struct Parameter<'a> {
    /// Its node.
    pub(crate) node: &'a Node<'a>,
    /// Its name.
    pub(crate) name: &'a str,
    /// How it is explained.
    pub(crate) clarity: Clarity,
}

impl Parameter<'_> {
    /// Whether its name is one word, or asks for a handle such as an id that a model cannot make up.
    pub(crate) fn is_bare(&self) -> bool {
        let words = name_words(self.name);
        words.len() <= 1 || words.last().is_some_and(|word| lists("id ids uuid gid iid uid key slug arn ref", word))
    }
}

/// How a parameter is explained, from well to not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Clarity {
    /// It has a description, or lists its values.
    Described,
    /// The tool's description names it.
    Mentioned,
    /// Its name says it all.
    SelfEvident,
    /// Nothing but a name that says something.
    NameOnly,
    /// Nothing but a name that could mean anything.
    Opaque,
}

/// Names that need no words, wherever they stand.
const SELF_EVIDENT: &str = "url uri urls query path paths file filename limit offset page cursor email text title name message language \
    locale timezone country city currency latitude longitude lat lon lng width height username password owner \
    repo repository branch sql code html markdown prompt content body description tags date year month day directory \
    folder pattern regex comment subject first last count x y z q force recursive verbose dry cwd ttl dns src dst css svg pdf xml png csv ssh berkas judul nama \
    tanggal bahasa surel";

/// Names that could mean anything when they stand alone.
const OPAQUE: &str = "id ids mode depth data value values val type kind options opts opt config params param args arg input payload \
    obj object item items flag flags level key settings extra misc info meta context ctx tmp foo bar thing stuff \
    nilai jenis tipe pilihan isi";

/// The tool's parameters in the order in which they stand in the schema.
pub(crate) fn of<'a>(view: &'a ToolView<'a>) -> Vec<Parameter<'a>> {
    let spoken = LazyCell::new(|| Spoken::of(view.tool.description().unwrap_or_default(), &view.tool.name));
    let helped = helped(view);
    let judge = |(at, node): (usize, &'a Node<'a>)| {
        let name = node.property().filter(|_| node.is_parameter())?;
        let described = is_described(node) || helped.contains(&at);
        if described && !may_be_opaque(name) {
            return Some(Parameter { node, name, clarity: Clarity::Described });
        }
        let clarity = match of_name(node, name, &spoken) {
            Clarity::Opaque if described && !is_echo(node, name) => Clarity::Described,
            Clarity::Opaque => Clarity::Opaque,
            _ if described => Clarity::Described,
            by_name => by_name,
        };
        Some(Parameter { node, name, clarity })
    };
    view.nodes.iter().enumerate().filter_map(judge).collect()
}

/// Numbers of the nodes whose parts say what they are.
fn helped(view: &ToolView<'_>) -> BTreeSet<usize> {
    let part = |node: &&Node<'_>| {
        let combined = matches!(node.position, Position::Combined(_) | Position::Items | Position::Property(_));
        combined && is_described(node)
    };
    view.nodes.iter().filter(part).filter_map(|node| node.parent).collect()
}

fn is_described(node: &Node<'_>) -> bool {
    let says = |value: &Value| value["description"].as_str().is_some_and(|text| !text.trim().is_empty());
    let referred =
        node.get("$ref").and_then(Value::as_str).and_then(|place| node.root.pointer(place.strip_prefix('#')?));
    says(node.value)
        || referred.is_some_and(|target| says(target) || target.get("enum").is_some())
        || ["enum", "const", "format", "examples"].iter().any(|keyword| node.get(keyword).is_some())
        || node.get("properties").and_then(Value::as_object).is_some_and(|inside| !inside.is_empty())
        || node.types() == ["boolean"]
}

/// Whether all that explains a parameter is a description that repeats its name.
fn is_echo(node: &Node<'_>, name: &str) -> bool {
    let Some(text) = node.description().filter(|text| text.len() <= LONGEST) else { return false };
    let shown = ["enum", "const", "format", "examples", "properties", "items", "$ref", "anyOf", "oneOf", "allOf"];
    let mut known = Known::default();
    known.learn(name);
    known.learn("the a an of for parameter argument value");
    !shown.iter().any(|keyword| node.get(keyword).is_some())
        && node.types() != ["boolean"]
        && text.unicode_words().all(|word| name_words(word).iter().all(|part| known.has(part)))
}

/// What repeats a name is hardly longer than a name may be.
const LONGEST: usize = 200;

fn of_name(node: &Node<'_>, name: &str, spoken: &Spoken) -> Clarity {
    let words = words(name);
    let is = |list: &str| is_one_of(list, &words);
    let brief = is_brief(&words, name);
    if spoken.names(name, &words, brief && !is(OPAQUE)) {
        Clarity::Mentioned
    } else if is(SELF_EVIDENT) || spoken.names_owner(&words) {
        Clarity::SelfEvident
    } else if is(OPAQUE) || brief || is_consonants(&words) {
        // A default shows what is meant.
        if node.get("default").is_some_and(|value| !value.is_null()) { Clarity::NameOnly } else { Clarity::Opaque }
    } else {
        Clarity::NameOnly
    }
}

/// Whether a name could mean anything, whatever the description says of it.
fn may_be_opaque(name: &str) -> bool {
    let words = words(name);
    is_brief(&words, name) || is_consonants(&words) || is_one_of(OPAQUE, &words)
}

fn words(name: &str) -> Vec<String> {
    let mut words = name_words(name);
    words.retain(|word| !word.starts_with(char::is_numeric));
    words
}

fn is_one_of(list: &str, words: &[String]) -> bool {
    matches!(words, [word] if lists(list, word))
}

fn is_brief(words: &[String], name: &str) -> bool {
    words.len() == 1 && words.iter().all(|word| word.len() <= 2) && name.is_ascii()
}

/// Whether a name is a row of consonants such as `cfg`.
fn is_consonants(words: &[String]) -> bool {
    let [word] = words else { return false };
    word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_lowercase() && !b"aeiouy".contains(&byte))
}

/// Last words of names that say which property of a thing is meant.
const HANDLES: &str = "id ids uuid gid iid uid key slug name number url path arn";

/// Bytes of a description that are searched for names; nobody explains a parameter behind them.
const READ: usize = 65_536;

/// The words of a description and of the tool's name.
struct Spoken {
    words: BTreeSet<String>,
    of_name: BTreeSet<String>,
    quoted: BTreeSet<String>,
}

impl Spoken {
    fn of(description: &str, name: &str) -> Spoken {
        let of_name = name_words(name).iter().map(|word| root(word)).collect();
        let mut spoken = Spoken { words: BTreeSet::new(), of_name, quoted: BTreeSet::new() };
        let told = description.get(..description.floor_char_boundary(READ)).unwrap_or_default();
        for piece in told.split(|one: char| one.is_whitespace() || matches!(one, ',' | ';' | '/' | '(' | ')')) {
            for word in name_words(piece) {
                spoken.words.insert(root(&word));
            }
            // `a`, "a", a: and a= name a parameter; the article does not.
            let bare = piece.trim_matches(|one: char| !one.is_alphanumeric());
            if bare.len() < piece.len() && piece.contains(['`', '"', '\'', ':', '=', '-', '$']) {
                spoken.quoted.insert(bare.to_owned());
            }
        }
        spoken
    }

    /// Whether it is the handle of a thing that the tool is about: `monitor_id` of `delete_monitor`.
    fn names_owner(&self, words: &[String]) -> bool {
        let Some((handle, owner)) = words.split_last() else { return false };
        let known = |word: &String| self.words.contains(&root(word)) || self.of_name.contains(&root(word));
        lists(HANDLES, handle) && !owner.is_empty() && owner.iter().all(known)
    }

    /// Whether the description names it; what is `brief` only when it is set apart.
    fn names(&self, name: &str, words: &[String], brief: bool) -> bool {
        if brief {
            return self.quoted.contains(name);
        }
        !words.is_empty() && words.iter().all(|word| self.words.contains(&root(word)))
    }
}
