//! Lists that do not come whole: what is kept of the others, and what is said.

use super::*;

#[tokio::test]
async fn a_list_that_does_not_come_is_a_problem_of_the_catalog() {
    for (reply, lack) in [
        (Rc::new(|| error(-32603, Value::Null)) as Rc<dyn Fn() -> Reply>, Lack::Refused),
        (Rc::new(|| result(json!({"resources": 7}))), Lack::Refused),
        (Rc::new(|| ended(1)), Lack::Absent),
        (Rc::new(|| Reply::Silence), Lack::Absent),
    ] {
        let seen = seen(legacy(json!({"tools": {}, "resources": {}})), move |method, _, _| match method {
            "tools/list" => tools(&["a"]),
            "resources/list" => reply(),
            _ => error(-32601, Value::Null),
        })
        .await;
        let listing = seen.listing.expect("a listing");
        let [gap] = &listing.gaps[..] else { panic!("one gap: {:?}", listing.gaps) };
        assert_eq!((gap.offers, gap.lack), (Some(OfferKind::Resource), lack));
        assert!(gap.is_absent(OfferKind::Resource) && !gap.is_absent(OfferKind::ResourceTemplate));
        let [problem] = &listing.problems[..] else { panic!("one problem: {:?}", listing.problems) };
        assert_eq!((problem.place.server.as_deref(), problem.lost), (Some("peta"), true));
        assert!(problem.message.starts_with("resources/list did not come: "), "{problem:?}");
        assert_eq!((listing.is_whole(), listing.is_short()), (false, lack == Lack::Absent));
        assert_eq!((listing.incomplete, listing.lost_entries()), (false, 0));
    }
}

#[tokio::test]
async fn a_run_that_is_over_keeps_what_has_come() {
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let stop = Rc::new(stop);
    for hangs in ["tools/list 2", "prompts/list", "tools/list again"] {
        stop.send_replace(false);
        let (contact, limits, log, stop) = (contact(), Limits::default(), Log::default(), Rc::clone(&stop));
        let mut scene = Scene::new(&contact, &limits, Halt::new(limits.run, Some(stopped.clone())), &|_| {});
        let play: Play = Rc::new(move |method, params, before| {
            let is_second = before > 0;
            match (method, hangs) {
                ("tools/list", "tools/list 2") if !is_second => {
                    result(json!({"tools": [{"name": "a"}], "nextCursor": "2"}))
                }
                ("tools/list", "tools/list 2" | "tools/list again") if is_second => {
                    assert_eq!(params["cursor"] == "2", hangs == "tools/list 2");
                    stop.send_replace(true);
                    Reply::Hang
                }
                ("prompts/list", "prompts/list") => {
                    stop.send_replace(true);
                    Reply::Hang
                }
                ("tools/list", _) => tools(&["a"]),
                _ => result(json!({"prompts": []})),
            }
        });
        let agreed = legacy(json!({"tools": {}, "prompts": {}}));
        let mut opened = Opened::new(Script::new(&play, &log), agreed);
        let lists = collect(&mut opened, &mut scene).await.expect("the tools are here");
        let mut listing = assemble(lists, &opened, &mut scene, "stdio", SystemTime::UNIX_EPOCH);
        if hangs == "tools/list again" {
            listing.gaps.extend(compare(&listing, &mut opened, &mut scene).await);
        }
        assert_eq!(listing.tools.len(), 1, "{hangs}");
        assert!(listing.gaps.iter().all(|gap| gap.why.ends_with("the run was stopped")), "{:?}", listing.gaps);
        assert!(listing.is_short() && !listing.gaps.is_empty(), "{hangs}");
    }
}
