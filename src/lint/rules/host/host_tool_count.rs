//! There are more tools than a host takes, or nearly as many.
//!
//! ## Why
//!
//! Above the limit the request fails, or the host leaves tools out or hides them behind groups. The host's own tools count
//! too, so a set that is close to the limit is told as well.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"t0"},{"name":"t1"},{"name":"t2"},{"name":"t3"},{"name":"t4"},{"name":"t5"},{"name":"t6"},
//!  {"name":"t7"},{"name":"t8"},{"name":"t9"},{"name":"t10"},{"name":"t11"},{"name":"t12"},{"name":"t13"},
//!  {"name":"t14"},{"name":"t15"},{"name":"t16"},{"name":"t17"},{"name":"t18"},{"name":"t19"},{"name":"t20"},
//!  {"name":"t21"},{"name":"t22"},{"name":"t23"},{"name":"t24"},{"name":"t25"},{"name":"t26"},{"name":"t27"},
//!  {"name":"t28"},{"name":"t29"},{"name":"t30"},{"name":"t31"},{"name":"t32"},{"name":"t33"},{"name":"t34"},
//!  {"name":"t35"},{"name":"t36"},{"name":"t37"},{"name":"t38"},{"name":"t39"},{"name":"t40"},{"name":"t41"},
//!  {"name":"t42"},{"name":"t43"},{"name":"t44"},{"name":"t45"},{"name":"t46"},{"name":"t47"},{"name":"t48"},
//!  {"name":"t49"},{"name":"t50"},{"name":"t51"},{"name":"t52"},{"name":"t53"},{"name":"t54"},{"name":"t55"},
//!  {"name":"t56"},{"name":"t57"},{"name":"t58"},{"name":"t59"},{"name":"t60"},{"name":"t61"},{"name":"t62"},
//!  {"name":"t63"},{"name":"t64"},{"name":"t65"},{"name":"t66"},{"name":"t67"},{"name":"t68"},{"name":"t69"},
//!  {"name":"t70"},{"name":"t71"},{"name":"t72"},{"name":"t73"},{"name":"t74"},{"name":"t75"},{"name":"t76"},
//!  {"name":"t77"},{"name":"t78"},{"name":"t79"},{"name":"t80"},{"name":"t81"},{"name":"t82"},{"name":"t83"},
//!  {"name":"t84"},{"name":"t85"},{"name":"t86"},{"name":"t87"},{"name":"t88"},{"name":"t89"},{"name":"t90"},
//!  {"name":"t91"},{"name":"t92"},{"name":"t93"},{"name":"t94"},{"name":"t95"},{"name":"t96"},{"name":"t97"},
//!  {"name":"t98"},{"name":"t99"},{"name":"t100"},{"name":"t101"},{"name":"t102"},{"name":"t103"},{"name":"t104"},
//!  {"name":"t105"},{"name":"t106"},{"name":"t107"},{"name":"t108"},{"name":"t109"},{"name":"t110"},
//!  {"name":"t111"},{"name":"t112"},{"name":"t113"},{"name":"t114"},{"name":"t115"},{"name":"t116"},
//!  {"name":"t117"},{"name":"t118"},{"name":"t119"},{"name":"t120"},{"name":"t121"},{"name":"t122"},
//!  {"name":"t123"},{"name":"t124"},{"name":"t125"},{"name":"t126"},{"name":"t127"},{"name":"t128"},
//!  {"name":"t129"}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"t0"},{"name":"t1"},{"name":"t2"}]}
//! ```
//!
//! ```json good host:claude-api
//! {"tools":[{"name":"t0"},{"name":"t1"},{"name":"t2"},{"name":"t3"},{"name":"t4"},{"name":"t5"},{"name":"t6"},
//!  {"name":"t7"},{"name":"t8"},{"name":"t9"},{"name":"t10"},{"name":"t11"},{"name":"t12"},{"name":"t13"},
//!  {"name":"t14"},{"name":"t15"},{"name":"t16"},{"name":"t17"},{"name":"t18"},{"name":"t19"},{"name":"t20"},
//!  {"name":"t21"},{"name":"t22"},{"name":"t23"},{"name":"t24"},{"name":"t25"},{"name":"t26"},{"name":"t27"},
//!  {"name":"t28"},{"name":"t29"},{"name":"t30"},{"name":"t31"},{"name":"t32"},{"name":"t33"},{"name":"t34"},
//!  {"name":"t35"},{"name":"t36"},{"name":"t37"},{"name":"t38"},{"name":"t39"},{"name":"t40"},{"name":"t41"},
//!  {"name":"t42"},{"name":"t43"},{"name":"t44"},{"name":"t45"},{"name":"t46"},{"name":"t47"},{"name":"t48"},
//!  {"name":"t49"},{"name":"t50"},{"name":"t51"},{"name":"t52"},{"name":"t53"},{"name":"t54"},{"name":"t55"},
//!  {"name":"t56"},{"name":"t57"},{"name":"t58"},{"name":"t59"},{"name":"t60"},{"name":"t61"},{"name":"t62"},
//!  {"name":"t63"},{"name":"t64"},{"name":"t65"},{"name":"t66"},{"name":"t67"},{"name":"t68"},{"name":"t69"},
//!  {"name":"t70"},{"name":"t71"},{"name":"t72"},{"name":"t73"},{"name":"t74"},{"name":"t75"},{"name":"t76"},
//!  {"name":"t77"},{"name":"t78"},{"name":"t79"},{"name":"t80"},{"name":"t81"},{"name":"t82"},{"name":"t83"},
//!  {"name":"t84"},{"name":"t85"},{"name":"t86"},{"name":"t87"},{"name":"t88"},{"name":"t89"},{"name":"t90"},
//!  {"name":"t91"},{"name":"t92"},{"name":"t93"},{"name":"t94"},{"name":"t95"},{"name":"t96"},{"name":"t97"},
//!  {"name":"t98"},{"name":"t99"},{"name":"t100"},{"name":"t101"},{"name":"t102"},{"name":"t103"},{"name":"t104"},
//!  {"name":"t105"},{"name":"t106"},{"name":"t107"},{"name":"t108"},{"name":"t109"},{"name":"t110"},
//!  {"name":"t111"},{"name":"t112"},{"name":"t113"},{"name":"t114"},{"name":"t115"},{"name":"t116"},
//!  {"name":"t117"},{"name":"t118"},{"name":"t119"},{"name":"t120"},{"name":"t121"},{"name":"t122"},
//!  {"name":"t123"},{"name":"t124"},{"name":"t125"},{"name":"t126"},{"name":"t127"},{"name":"t128"},
//!  {"name":"t129"}]}
//! ```
//!
//! ## References
//!
//! microsoft/vscode#258890, #294055; microsoft/vscode-copilot-release#11653; google-gemini/gemini-cli#19083; opencode#28911.

use crate::host::profile::{Cap, Host};
use crate::lint::cx::Cx;
use crate::lint::finding::HostSays;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict;
use crate::lint::scene::Scene;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-tool-count",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_tool_count.rs"),
    check: Check::Catalog(check),
};

/// From this share of the limit on, in percent, a set is told to be close to it.
const NEAR: usize = 90;

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    let count = scene.tools().count();
    let capped: Vec<(&'static Host, &'static Cap)> =
        scene.input.hosts.iter().filter_map(|host| Some((*host, host.cap.as_ref()?))).collect();
    let over: Vec<_> = capped.iter().copied().filter(|(_, cap)| count > cap.tools).collect();
    if let Some(worst) = over.iter().map(|(_, cap)| cap.level()).max() {
        let limits =
            over.iter().map(|(host, cap)| format!("{} takes {}, {} fewer", host.id, cap.tools, count - cap.tools));
        let message = format!("{} tools; {}", verdict::grouped(count), limits.collect::<Vec<_>>().join("; "));
        tell(cx, message, verdict::severity(worst), &over);
    }
    let near: Vec<_> =
        capped.into_iter().filter(|(_, cap)| count <= cap.tools && count * 100 >= cap.tools * NEAR).collect();
    if !near.is_empty() {
        let limits = near.iter().map(|(host, cap)| format!("{} takes {}", host.id, cap.tools));
        let message = format!(
            "{} tools, close to a limit that the host's own tools count towards; {}",
            verdict::grouped(count),
            limits.collect::<Vec<_>>().join("; ")
        );
        tell(cx, message, Severity::Info, &near);
    }
}

fn tell(cx: &mut Cx<'_>, message: String, severity: Severity, hosts: &[(&'static Host, &'static Cap)]) {
    let sure = hosts.iter().any(|(_, cap)| cap.severity.is_none());
    let finding = cx
        .at("")
        .say(message)
        .severity(severity)
        .confidence(if sure { Confidence::High } else { Confidence::Medium })
        .help("offer fewer tools, or let the host load them when they are searched for");
    cx.report(hosts.iter().fold(finding, |finding, (host, cap)| finding.host(says(host, cap))));
}

fn says(host: &Host, cap: &Cap) -> HostSays {
    HostSays {
        host: host.id.clone(),
        consequence: format!("above {} tools {}", cap.tools, cap.over),
        blast: cap.blast,
        source: cap.source.clone(),
        as_of: cap.as_of.clone(),
    }
}
