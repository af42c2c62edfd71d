//! What a word can mean to a rule, whatever the language: the vocabulary that rules are written in.

use serde::Deserialize;

macro_rules! concepts {
    ($($(#[$doc:meta])+ $name:ident),+ $(,)?) => {
        /// A meaning that words of any language can carry. Its key in a language's file is its name in snake case.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Concept { $($(#[$doc])+ $name),+ }

        impl Concept {
            /// All of them.
            pub const ALL: &[Concept] = &[$(Concept::$name),+];
        }
    };
}

/// A set of meanings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Concepts(u128);

const _: () = assert!(Concept::ALL.len() <= u128::BITS as usize);

impl Concepts {
    /// Whether that one is among them.
    #[must_use]
    pub fn has(self, concept: Concept) -> bool {
        self.0 & bit(concept) != 0
    }
}

impl FromIterator<Concept> for Concepts {
    fn from_iter<I: IntoIterator<Item = Concept>>(concepts: I) -> Concepts {
        Concepts(concepts.into_iter().fold(0, |set, concept| set | bit(concept)))
    }
}

fn bit(concept: Concept) -> u128 {
    1 << concept as u8
}

concepts! {
    // Orders to a model.
    /// To set aside: ignore, disregard, forget, override, bypass.
    Override,
    /// What came before: previous, prior, earlier, above.
    Prior,
    /// What a model was told: instructions, rules, guidelines, system prompt, guardrails.
    Instruction,
    /// Not, never, without, do not.
    Negation,
    /// To tell: mention, inform, notify, reveal, disclose, show, bring up.
    Tell,
    /// Whom a model serves: user, human, person, customer, operator.
    User,
    /// Unseen: silently, secretly, quietly, behind the scenes, without being noticed.
    Stealth,
    /// Must, always, required, have to, make sure.
    Obligation,
    /// First, before, prior to, ahead of.
    Before,
    /// After, afterwards, then, once done.
    After,
    /// Instead of, rather than, in place of.
    Instead,
    /// Any other tool, all other tools, every tool, any other function.
    AnyTool,
    /// This tool, this function, me.
    ThisTool,
    /// A tool at all: tool, function, command.
    Tool,
    /// Every request, all subsequent messages, from now on, regardless of the user.
    EveryRequest,
    /// To use: call, use, invoke, run, execute.
    Use,
    /// To take in: read, open, fetch, load, look up, obtain, cat.
    Read,
    /// To give away: send, forward, post, upload, transmit, e-mail, leak, exfiltrate.
    Send,
    /// To hand over as an argument: pass, include, attach, append, supply, put, copy into.
    Supply,
    /// Credentials: password, api key, token, private key, secrets, environment variables.
    Secret,
    /// What was said: conversation, chat history, previous messages, system prompt, context window.
    Conversation,
    /// A place in a call: parameter, argument, field, header.
    Parameter,
    /// A place outside: url, endpoint, webhook, server, address.
    Outside,
    /// Whom the words address: assistant, AI, model, agent, LLM.
    Addressee,
    /// Otherwise it fails: or it will not work, required for compliance, or the result is wrong.
    Threat,
    /// To decode, decrypt.
    Decode,
    /// To follow, obey, comply with.
    Follow,
    /// What a guard does: detect, scan for, block, prevent, flag.
    Guard,
    /// An example follows: such as, e.g., for example, like.
    Example,
    /// To change somebody else's argument: change, replace, set, redirect, rewrite.
    Alter,
    // Praise.
    /// Best, most accurate, superior, number one.
    Best,
    /// Prefer, always choose, highest priority, over any other.
    Prefer,
    // Quality.
    /// When to use: when, if, use this to, in order to.
    When,
    /// What comes back: returns, gives, responds with.
    Returns,
    /// Words that say nothing: various, stuff, etc., powerful, seamless, comprehensive.
    Filler,
    /// Nothing was written: todo, tbd, fixme, lorem ipsum, no description.
    Placeholder,
    /// Optional, may be left out.
    Optional,
    /// Required, mandatory.
    Required,
    /// Defaults to, default is, by default.
    DefaultsTo,
    /// One of, allowed values, possible values.
    OneOf,
    /// Whether, true if, boolean.
    Boolean,
    /// List of, array of, comma-separated.
    List,
    /// Comma-separated, separated by commas.
    Separated,
    /// To destroy for good: delete, drop, purge, erase, wipe.
    Destroy,
    /// Words that carry no meaning beside a name: a, the, this, tool, function.
    Empty,
    /// See the documentation at, read more at, refer to.
    SeeElsewhere,
    // More of orders.
    /// All of something: all, every, entire, whole, full, complete, everything, so far.
    Whole,
    /// Whose orders a model follows: your (instructions), the system's, developer, safety, original, initial.
    Yours,
    /// The reader itself, as a word: you.
    You,
    /// To keep unseen: hide, conceal, keep secret, keep out of, keep from.
    Hide,
    /// That a user comes to know: let the user know, the user noticing, the user's knowledge, becomes aware.
    Learn,
    /// To make one thing look like another: as if it were, as part of the normal, pretend, act as though.
    Disguise,
    /// What nobody should hand out, other than credentials: private, confidential or personal information.
    Private,
    /// One more of the same for somebody else: a copy of, bcc, duplicate, mirror of.
    Copy,
    /// What goes into or comes out of a call: result, output, response, values, recipient, amount.
    Outcome,
    /// What a host has of its own: built-in, native, default or existing tools, built-in search.
    BuiltIn,
    /// What a scanner looks for: prompt injection, jailbreak, attack, malicious instructions.
    Attack,
    /// Nothing else: only, just, exclusively, solely.
    Only,
    /// In every case: no matter, regardless of, whatever, even if, under all circumstances.
    Regardless,
    /// What comes from strangers: document, page, message, retrieved content, untrusted data.
    Content,
    /// A denial that states and orders nothing: does not, did not, will not, cannot.
    States,
    /// What a text has just ordered, as a word: this, it, that, this step.
    Deed,
    /// What is left besides one: other, remaining, the rest of.
    Other,
    /// No longer in force: void, revoked, suspended, replaced.
    Void,
    /// To leave out: omit, skip, leave out, keep out of.
    Omit,
    /// What the model itself says in the end: your answer, the reply to the user, when you summarise.
    Answer,
    /// That somebody wants to know: if anyone asks, when asked why.
    Asked,
    /// What somebody is told in place of the truth: say it was, claim that, deny it.
    Excuse,
    /// Where secrets lie that no call brings along: home folder, keychain, wherever one can find them.
    Store,
    /// What belongs to somebody else: another tool, other servers.
    Foreign,
    /// What is said against others: outdated, unreliable, wrong results.
    Disparage,
    /// By way of this tool: through this tool, to this tool.
    Through,
    /// Who is said to stand behind an order: the security team, the administrator, by order of.
    Authority,
    /// A person's yes to an act: approval, confirmation, consent, permission.
    Approval,
    /// That somebody comes to know: know, find out, notice, be told.
    Know,
    /// That not a word is said: unsaid, between us, no hint of, leave no trace.
    Hush,
    /// That two texts do not agree: conflict, disagree, contradict.
    Conflict,
    /// Which of them counts: wins, prevails, applies.
    Prevail,
    /// What harm is threatened: will be closed, data loss, be punished.
    Harm,
    /// That the yes was given: already agreed, pre-approved, you are authorised.
    Agreed,
}
