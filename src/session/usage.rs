//! Recorded usage in the words of each provider, as one.

use serde_json::Value;

use crate::session::turn::Usage;

/// Parts of the input that Anthropic and Bedrock count beside `input_tokens`, not in it.
const BESIDE_READ: [&str; 2] = ["/cache_read_input_tokens", "/cacheReadInputTokens"];
const BESIDE_WRITE: [&str; 2] = ["/cache_creation_input_tokens", "/cacheWriteInputTokens"];

/// Parts that OpenAI, Codex and Gemini count in the input.
const WITHIN_READ: [&str; 5] = [
    "/input_tokens_details/cached_tokens",
    "/prompt_tokens_details/cached_tokens",
    "/cached_input_tokens",
    "/cachedContentTokenCount",
    "/cache_read",
];
const WITHIN_WRITE: [&str; 4] = [
    "/input_tokens_details/cache_write_tokens",
    "/prompt_tokens_details/cache_write_tokens",
    "/cache_write_input_tokens",
    "/cache_write",
];

const INPUT: [&str; 5] = ["/input_tokens", "/prompt_tokens", "/promptTokenCount", "/inputTokens", "/input"];
const OUTPUT: [&str; 5] = ["/output_tokens", "/completion_tokens", "/candidatesTokenCount", "/outputTokens", "/output"];

const REASONING: [&str; 4] = [
    "/output_tokens_details/reasoning_tokens",
    "/completion_tokens_details/reasoning_tokens",
    "/reasoning_output_tokens",
    "/thoughtsTokenCount",
];

/// What a usage object says; `None` when it names no input and no output.
pub(crate) fn of(usage: &Value) -> Option<Usage> {
    let (input, output) = (first(usage, &INPUT), first(usage, &OUTPUT));
    if input.is_none() && output.is_none() {
        return None;
    }
    let beside = (first(usage, &BESIDE_READ), first(usage, &BESIDE_WRITE));
    // Codex names `cache_creation_input_tokens` too in some versions, beside an input that holds all of it.
    let beside = if usage.get("cached_input_tokens").is_some() { (None, None) } else { beside };
    let (read, write) = (beside.0.unwrap_or(0), beside.1.unwrap_or(0));
    // Gemini counts thoughts beside its candidates.
    let thoughts = usage.get("candidatesTokenCount").and(first(usage, &["/thoughtsTokenCount"])).unwrap_or(0);
    Some(Usage {
        input: input.unwrap_or(0).saturating_add(read).saturating_add(write),
        cache_read: read.max(first(usage, &WITHIN_READ).unwrap_or(0)),
        cache_write: write.max(first(usage, &WITHIN_WRITE).unwrap_or(0)),
        output: output.unwrap_or(0).saturating_add(thoughts),
    })
}

/// Tokens of hidden reasoning, where the usage tells them.
pub(crate) fn reasoning(usage: &Value) -> Option<i64> {
    first(usage, &REASONING)
}

fn first(usage: &Value, pointers: &[&str]) -> Option<i64> {
    pointers.iter().find_map(|pointer| usage.pointer(pointer)?.as_i64()).map(|tokens| tokens.max(0))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_whole_input_is_told_whoever_counts() {
        let told = |input, cache_read, cache_write, output| Some(Usage { input, cache_read, cache_write, output });
        let anthropic = json!({"input_tokens": 4, "cache_read_input_tokens": 90, "cache_creation_input_tokens": 6,
            "output_tokens": 7});
        assert_eq!(of(&anthropic), told(100, 90, 6, 7));
        let chat =
            json!({"prompt_tokens": 100, "prompt_tokens_details": {"cached_tokens": 90}, "completion_tokens": 7});
        assert_eq!(of(&chat), told(100, 90, 0, 7));
        let codex = json!({"input_tokens": 100, "cached_input_tokens": 90, "cache_creation_input_tokens": 0,
            "cache_write_input_tokens": 6, "output_tokens": 7, "reasoning_output_tokens": 3});
        assert_eq!((of(&codex), reasoning(&codex)), (told(100, 90, 6, 7), Some(3)));
        let gemini = json!({"promptTokenCount": 100, "candidatesTokenCount": 4, "thoughtsTokenCount": 3});
        assert_eq!(of(&gemini), told(100, 0, 0, 7));
        assert_eq!(of(&json!({"inputTokens": 10, "cacheReadInputTokens": 90})), told(100, 90, 0, 0));
        assert_eq!(
            of(&json!({"input_tokens": i64::MAX, "cache_read_input_tokens": 9})).map(|usage| usage.input),
            Some(i64::MAX)
        );
        assert_eq!(of(&json!({"x": 1})), None);
    }
}
