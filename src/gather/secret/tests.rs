//! Commands, URLs and headers both ways: what must be hidden, and what must stay readable.

use proptest::prelude::*;

use super::*;
use crate::gather::contact::Speaks;

fn argv(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn shown_of(words: &[&str]) -> String {
    shown_command(&argv(words))
}

#[test]
fn secrets_of_a_command_are_hidden_and_their_names_stay() {
    for (words, shown) in [
        (&["npx", "-y", "@contoh/peta", "--token", "rahasia-sekali"][..], "npx -y @contoh/peta --token ••••"),
        (&["peta", "--token=rahasia", "--port", "8080"], "peta --token=•••• --port 8080"),
        (&["peta", "-apiKey", "rahasia"], "peta -apiKey ••••"),
        (&["peta", "--password", "-abc"], "peta --password ••••"),
        (&["peta", "--auth", "--verbose"], "peta --auth --verbose"),
        (&["peta", "--no-auth", "berkas.txt"], "peta --no-auth berkas.txt"),
        (
            &["mcp-remote", "https://a.example/mcp", "--header", "Authorization: Bearer rahasia1"],
            "mcp-remote https://a.example/mcp --header 'Authorization: Bearer ••••'",
        ),
        (&["mcp-remote", "--header", "X-Contoh:rahasia1"], "mcp-remote --header X-Contoh:••••"),
        (&["curl", "-HX-Api-Key: rahasia1"], "curl '-HX-Api-Key: ••••'"),
        (&["curl", "--header=Authorization: Basic YW5pOnJhaGFzaWE="], "curl '--header=Authorization: Basic ••••'"),
        (
            &["curl", "-H", "Accept: application/json", "-u", "ani:rahasia"],
            "curl -H 'Accept: application/json' -u ani:••••",
        ),
        (&["python", "-u", "server.py"], "python -u server.py"),
        (
            &[
                "docker",
                "run",
                "-e",
                "GITHUB_TOKEN=rahasia",
                "-e",
                "LOG_LEVEL=debug",
                "-u",
                "1000:1000",
                "contoh/peta:1.2",
            ],
            "docker run -e GITHUB_TOKEN=•••• -e LOG_LEVEL=debug -u 1000:1000 contoh/peta:1.2",
        ),
        (&["env", "API_KEY=a b", "peta"], "env API_KEY=•••• peta"),
        (
            &["peta", "--db", "postgres://ani:rahasia@db.example:5432/peta?sslmode=require"],
            "peta --db 'postgres://••••@db.example:5432/peta?sslmode=require'",
        ),
        (&["peta", "ani:rahasia@db.example:5432/peta"], "peta ••••@db.example:5432/peta"),
        (&["npx", "peta@npm:lain@1.2.3", "npm:peta@1.2.3"], "npx peta@npm:lain@1.2.3 npm:peta@1.2.3"),
        (
            &["peta", r#"{"url":"https://a.example","apiKey":"rahasia","n":1}"#],
            r#"peta '{"url":"https://a.example","apiKey":"••••","n":1}'"#,
        ),
        (
            &[
                "peta",
                r#"{"headers":{"X-A":"rahasia-12","Accept":"*/*"},"args":["--token","rahasia","x"],"pin":{"secret":1234}}"#,
            ],
            r#"peta '{"headers":{"X-A":"••••","Accept":"*/*"},"args":["--token","••••","x"],"pin":{"secret":••••}}'"#,
        ),
        (
            &["sh", "-c", "export TOKEN='rahasia besar'; node server.js --key rahasia2 && true"],
            r#"sh -c "export TOKEN='••••'; node server.js --key •••• && true""#,
        ),
        (
            &["sh", "-c", "curl -H \"Authorization: Bearer rahasia1\" https://a.example"],
            "sh -c 'curl -H \"Authorization: Bearer ••••\" https://a.example'",
        ),
        (&["peta", "ghp_0123456789abcdefghij", "/home/ani/berkas.txt"], "peta •••• /home/ani/berkas.txt"),
        (&["peta", "--mode", "cepat,ghp_0123456789abcdefghij"], "peta --mode cepat,••••"),
        (&["peta", "--config", "eyJhcGlLZXkiOiJyYWhhc2lhMTIzIn0="], "peta --config ••••"),
        (&["peta", "--max-tokens", "4096", "--token-count=5"], "peta --max-tokens 4096 --token-count=5"),
        (&["my server", ""], "'my server' ''"),
        (
            &["peta", "Server=db;User ID=ani;Password=rahasia;Encrypt=true"],
            "peta 'Server=db;User ID=ani;Password=••••;Encrypt=true'",
        ),
        (&["peta", "--conn", "Server=db;Pwd='a;b'; Timeout=5;"], "peta --conn \"Server=db;Pwd='••••'; Timeout=5;\""),
        (
            &["peta", r#"{"conn":"Server=db;Pwd=rahasia;"}"#, "--conn=Uid=a;Pwd=rahasia"],
            r#"peta '{"conn":"••••"}' '--conn=Uid=a;Pwd=••••'"#,
        ),
        (
            &["peta", "jdbc:sqlserver://db:1433;user=sa;password=rahasia;encrypt=true"],
            "peta 'jdbc:sqlserver://db:1433;user=sa;password=••••;encrypt=true'",
        ),
        (&["peta", "db:6380,password=rahasia,ssl=True"], "peta db:6380,password=••••,ssl=True"),
        (&["peta", "--pw", "rahasia", "-k", "kunci99x"], "peta --pw •••• -k ••••"),
        (
            &["curl", "-k", "https://a.example", "-b", "sid=rahasia; tema=gelap"],
            "curl -k https://a.example -b 'sid=••••; tema=••••'",
        ),
        (&["peta", "-k", "-p", "8080", "-p8080:80/tcp", "-b", "utama"], "peta -k -p 8080 -p8080:80/tcp -b utama"),
        (&["mysql", "-prahasia", "-uani:rahasia", "-P3306"], "mysql -p•••• -uani:•••• -P3306"),
        (&["peta", "-phunter2", "-port", "80", "-profile=a", "-path/b"], "peta -p•••• -port 80 -profile=a -path/b"),
        (
            &["peta", "--uuid", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "--page-token", "abc", "page_token=5"],
            "peta --uuid 3f2504e0-4f89-41d3-9a0c-0305e82c3301 --page-token abc page_token=5",
        ),
        (
            &["peta", "APP_PW=a", "PIN=1234", "X_SIGNATURE=b", "SEED_PHRASE=c d"],
            "peta APP_PW=•••• PIN=•••• X_SIGNATURE=•••• SEED_PHRASE=••••",
        ),
    ] {
        assert_eq!(shown_of(words), shown);
    }
}

#[test]
fn secrets_of_urls_are_hidden_and_the_rest_stays() {
    for (url, shown) in [
        ("https://a.example/mcp", "https://a.example/mcp"),
        ("http://127.0.0.1:8080/@contoh/peta?versi=2#atas", "http://127.0.0.1:8080/@contoh/peta?versi=2#atas"),
        ("https://ani:rahasia@a.example/mcp", "https://••••@a.example/mcp"),
        ("https://ani:ra/ha?si#a@a.example/mcp", "https://••••@a.example/mcp"),
        ("https://ghp_0123456789abcdef@a.example", "https://••••@a.example"),
        ("https://a.example/mcp?api_key=rahasia&lang=id", "https://a.example/mcp?api_key=••••&lang=id"),
        ("https://a.example/mcp?%61pi_key=rahasia", "https://a.example/mcp?%61pi_key=••••"),
        ("https://a.example/?u=ghp_0123456789abcdef", "https://a.example/?u=••••"),
        ("https://a.example/?next=https%3A%2F%2Fani%3Arahasia%40b.example", "https://a.example/?next=••••"),
        ("https://a.example/?max_tokens=5&k=abc", "https://a.example/?max_tokens=5&k=••••"),
        ("https://a.example/s/T0CONTOH1/k7Fq2Zx9Lm4Tp8Rw3Yb6/sse", "https://a.example/s/T0CONTOH1/••••/sse"),
        ("https://a.example/token/abc123/mcp", "https://a.example/token/••••/mcp"),
        ("https://a.example/oauth/token/refresh", "https://a.example/oauth/token/refresh"),
        ("https://a.example/#access_token=rahasia&state=1", "https://a.example/#access_token=••••&state=1"),
        ("https://a.example/?key", "https://a.example/?key"),
        (
            "jdbc:postgresql://db.example/peta?user=ani&password=rahasia",
            "jdbc:postgresql://db.example/peta?user=ani&password=••••",
        ),
        ("localhost:3000/mcp?token=rahasia", "localhost:3000/mcp?token=••••"),
        ("http://[::1]:80/x", "http://[::1]:80/x"),
        ("", ""),
    ] {
        assert_eq!(shown_url(url), shown, "{url}");
    }
}

#[test]
fn a_way_reveals_its_secrets_and_nothing_else() {
    let pairs =
        |pairs: &[(&str, &str)]| pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let launch = Launch {
        program: "npx".to_owned(),
        args: argv(&["peta", "--token", "rahasia-1", "--header", "Authorization: Basic YW5pOnJhaGFzaWEtMg=="]),
        env: pairs(&[
            ("API_KEY", "rahasia-3"),
            ("LOG_LEVEL", "debug"),
            ("AUTH", "true"),
            ("X", "ghp_0123456789abcdef"),
            ("DATABASE_URL", "mysql://ani:ra%40hasia@db.example/peta"),
        ]),
        cwd: None,
    };
    let secrets = secrets_of(&Way::Stdio(launch.clone()));
    let expected = [
        "rahasia-1",
        "YW5pOnJhaGFzaWEtMg==",
        "rahasia-2",
        "rahasia-3",
        "ghp_0123456789abcdef",
        "ani:ra%40hasia",
        "ra%40hasia",
        "ra@hasia",
    ];
    assert_eq!(secrets, expected);
    assert_eq!(shown(&Way::Stdio(launch)), "npx peta --token •••• --header 'Authorization: Basic ••••'");

    let headers = pairs(&[
        ("Authorization", "Bearer rahasia-1"),
        ("Accept", "text/html"),
        ("X-Contoh", "apa saja"),
        ("X-MCP-Toolsets", "issues,repos"),
        ("X-Tenant", "t-123456789"),
        ("User-Agent", "peta/1"),
        ("X-Flag", "true"),
    ]);
    let url = "https://a.example/mcp?key=rahasia%202".to_owned();
    let remote = Way::Http(Remote { url, headers, speaks: Speaks::Http });
    assert_eq!(secrets_of(&remote), ["rahasia%202", "rahasia 2", "rahasia-1", "t-123456789"]);
    assert_eq!(shown(&remote), "https://a.example/mcp?key=••••");
}

#[test]
fn known_secrets_are_hidden_in_every_form_they_come_back_in() {
    let secrets = argv(&["ra/ha\"sia é+1", "abc", "true", "1", "production", "", "Bearer token-panjang"]);
    for (text, hidden) in [
        ("no: ra/ha\"sia é+1!", "no: ••••!"),
        (r#"{"a":"ra/ha\"sia é+1"}"#, r#"{"a":"••••"}"#),
        (r#"{"a":"ra/ha\"sia \u00e9+1"}"#, r#"{"a":"••••"}"#),
        ("?x=ra%2Fha%22sia%20%C3%A9%2B1&", "?x=••••&"),
        ("?x=ra%2fha%22sia%20%c3%a9%2b1&", "?x=••••&"),
        ("?x=ra%2Fha%22sia+%C3%A9%2B1&", "?x=••••&"),
        ("x abc, abcd (abc) ABC", "x ••••, abcd (••••) ABC"),
        ("true 1 production", "true 1 production"),
        ("sent token-panjang", "sent ••••"),
        ("sent Bearer token-panjang", "sent ••••"),
        (r#"{"a":"ra\/ha\"sia \u00E9\u002b1"}"#, r#"{"a":"••••"}"#),
        (r#"{"a":"{\"b\":\"ra\/ha\\\"sia é+1\"}"}"#, r#"{"a":"{\"b\":\"••••\"}"}"#),
        (r"C:\dua\tiga\u", r"C:\dua\tiga\u"),
    ] {
        assert_eq!(hide(text, &secrets), hidden, "{text}");
    }
    for before in ["", "a", "ani:", "an:"] {
        use base64::Engine as _;
        let encoded = base64::engine::general_purpose::STANDARD.encode(format!("{before}token-panjang"));
        let hidden = hide(&format!("Basic {encoded} ?"), &secrets);
        assert_eq!(hidden, "Basic •••• ?", "whole, padding and all");
    }
}

#[test]
fn overlapping_secrets_leave_nothing() {
    assert_eq!(hide("xabcdefghix", &argv(&["abcdef", "defghi"])), "x••••x");
    assert_eq!(hide("xabababababx", &argv(&["ababab"])), "x••••x");
    assert_eq!(hide("abcdefgh abcdef", &argv(&["abcdef", "abcdefgh"])), "•••• ••••");
    assert_eq!(
        hide("-----BEGIN\nbaris satu\nbaris dua\n", &argv(&["awal\nbaris satu\nbaris dua"])),
        "-----BEGIN\n••••\n••••\n"
    );
    assert_eq!(hide("apa pun", &[]), "apa pun");
}

#[test]
fn where_a_text_was_cut_no_beginning_of_a_secret_stays() {
    let secrets = argv(&["kunci-rahasia", "abc"]);
    for (text, hidden) in [
        ("gagal: kunci-rah…", "gagal: ••••…"),
        ("gagal: kunci-rahasia kunc…", "gagal: •••• ••••…"),
        ("gagal: kun…", "gagal: kun…"),
        ("gagal: kunci-rah", "gagal: kunci-rah"),
        ("…", "…"),
    ] {
        assert_eq!(hide(text, &secrets), hidden, "{text}");
    }
}

#[test]
fn nesting_without_end_is_hidden_and_not_followed() {
    let quotes = "\"' ".repeat(50_000);
    let chain = "a=".repeat(50_000) + "x";
    let brackets = "[".repeat(50_000) + &"]".repeat(50_000);
    for text in [&quotes, &chain, &brackets] {
        let shown = shown_of(&["peta", text]);
        assert!(shown.contains(HIDDEN) || shown.len() >= text.len());
    }
}

/// Places for a secret, `{}` in each.
const PLACES: [&str; 15] = [
    "--token\n{}",
    "--api-key={}",
    "--header\nAuthorization: Bearer {}",
    "-H\nX-Api-Key: {}",
    "GITHUB_TOKEN={}",
    "--env\nDB_PASSWORD={}",
    "https://ani:{}@a.example/x",
    "https://a.example/?access_token={}&a=1",
    "{\"password\":\"{}\"}",
    "--config={\"auth\":{\"bearer\":\"{}\"}}",
    "-c\nexport API_KEY={}; node x.js",
    "-c\npeta --secret \"{}\"",
    "-u\nani:{}",
    "--url=redis://:{}@db.example",
    "Authorization: Basic {}",
];

proptest! {
    #[test]
    fn no_secret_survives_in_what_is_shown(secret in "[A-Za-z0-9+_.!-]{8,40}", places in prop::collection::vec(0..PLACES.len(), 1..5)) {
        prop_assume!(!secret.starts_with('-'));
        let filled = places.iter().flat_map(|place| PLACES[*place].split('\n')).map(|arg| arg.replace("{}", &secret));
        let args: Vec<String> = filled.collect();
        let launch = Launch { program: "npx".to_owned(), args, ..Launch::default() };
        let way = Way::Stdio(launch.clone());
        prop_assert!(!shown(&way).contains(&secret), "{}", shown(&way));
        let everything = launch.args.join(" ");
        prop_assert!(!hide(&everything, &secrets_of(&way)).contains(&secret));
    }

    #[test]
    fn any_text_can_be_shown_and_hidden(args in prop::collection::vec(".{0,40}", 0..4), url in ".{0,60}") {
        let shown = shown_command(&args);
        prop_assert!(shown.is_empty() || !args.is_empty());
        let _ = shown_url(&url);
        let secrets = secrets_of(&Way::Stdio(Launch { program: url.clone(), args: args.clone(), ..Launch::default() }));
        let _ = hide(&args.concat(), &secrets);
    }
}
