//! Streamable HTTP: every message its own POST, answered by one JSON text or a stream of events.

use reqwest::Method;
use reqwest::header::HeaderMap;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout, timeout_at};

use crate::gather::contact::Remote;
use crate::gather::limits::Limits;
use crate::gather::wire::body::{Body, Budget, Form, decode};
use crate::gather::wire::carrier::{Answer, Call, Ending, Era, Heard, Wire, WireError};
use crate::gather::wire::events::Events;
use crate::gather::wire::headers;
use crate::gather::wire::message::{encode_notification, encode_request};
use crate::gather::wire::patience::until;
use crate::gather::wire::received::Received;
use crate::gather::wire::redirect::{Arrival, Parcel, Route, Session};
use crate::gather::wire::refusal::{check, for_people, shortened};

/// Replies to a server's requests that are on their way at once; a server that asks for more is not served.
const MOST_REPLIES: usize = 16;

/// One server that is spoken to over Streamable HTTP.
pub(crate) struct Http {
    route: Route,
    limits: Limits,
    budget: Budget,
    last_id: u64,
    session: Option<Session>,
    version: Option<&'static str>,
    heard: Heard,
    replies: JoinSet<()>,
}

impl Http {
    /// Prepares to call an address; nothing is sent yet.
    pub(crate) fn new(remote: &Remote, limits: &Limits) -> Result<Http, WireError> {
        Ok(Http {
            route: Route::new(remote)?,
            limits: limits.clone(),
            budget: Budget::new(limits),
            last_id: 0,
            session: None,
            version: None,
            heard: Heard::default(),
            replies: JoinSet::new(),
        })
    }

    async fn ask(&mut self, call: &Call<'_>) -> Result<Answer, WireError> {
        self.last_id += 1;
        let message = encode_request(self.last_id, call.method, call.params);
        let arrival = self.post(headers::of_call(call)?, call.era, message).await?;
        let body = check(arrival, &self.route, &self.budget, call.deadline).await?;
        self.read(body, call).await
    }

    async fn post(&mut self, headers: HeaderMap, era: Era, message: String) -> Result<Arrival, WireError> {
        if let Era::Legacy(version) = era {
            self.version = Some(version);
        }
        let parcel = self.parcel(headers, era, message);
        let arrival = self.route.send(self.route.home(), &parcel).await?;
        if let Some(strayed) = self.route.strayed(&arrival) {
            let remark = ("gather.redirected", strayed);
            if !self.heard.remarks.contains(&remark) {
                self.heard.remarks.push(remark);
            }
        }
        if era == Era::Handshake {
            self.session = arrival.session();
        }
        Ok(arrival)
    }

    fn parcel(&self, headers: HeaderMap, era: Era, message: String) -> Parcel {
        let session = self.session.clone().filter(|_| matches!(era, Era::Legacy(_)));
        Parcel { method: Method::POST, headers, session, body: Some(message) }
    }

    async fn read(&mut self, mut body: Body, call: &Call<'_>) -> Result<Answer, WireError> {
        let what = match body.form().await? {
            Form::Json => return self.read_json(body, call).await,
            Form::Events => return self.read_events(Events::new(body, self.limits.message_bytes), call).await,
            Form::Empty => format!("nothing (HTTP {})", body.status().as_u16()),
            Form::Other(kind) => {
                let start = decode(body.beginning(4 << 10, call.deadline).await).text;
                let said = shortened(for_people(&start));
                if said.is_empty() { kind } else { format!("{kind}: {said}") }
            }
        };
        Err(WireError::NoMessage(format!("the answer holds no message, but {what}")))
    }

    async fn read_json(&mut self, body: Body, call: &Call<'_>) -> Result<Answer, WireError> {
        let decoded = decode(body.whole().await?);
        self.heard.bad_bytes += decoded.bad;
        let mut received = Received::sort(&decoded.text, self.last_id, &mut self.heard);
        self.reply(std::mem::take(&mut received.replies), call);
        received.settle(&decoded.text);
        let any = received.any;
        received.answer(decoded.text).ok_or_else(|| {
            let what = if any { "messages, but none that answers this request" } else { "JSON that is no message" };
            WireError::NoMessage(format!("the answer holds {what}"))
        })
    }

    async fn read_events(&mut self, mut events: Events, call: &Call<'_>) -> Result<Answer, WireError> {
        loop {
            let event = events.next().await;
            self.heard.bad_bytes += events.bad_bytes();
            let Some(event) = event? else { return Err(WireError::Ended { exit_code: None }) };
            let Some(text) = event.data else { continue };
            let mut received = Received::sort(&text, self.last_id, &mut self.heard);
            self.reply(std::mem::take(&mut received.replies), call);
            if let Some(answer) = received.answer(text) {
                return Ok(answer);
            }
        }
    }

    /// Replies while the answer is waited for: a server may hold it back until its own request is answered.
    fn reply(&mut self, texts: Vec<String>, call: &Call<'_>) {
        while self.replies.try_join_next().is_some() {}
        for text in texts {
            if self.replies.len() >= MOST_REPLIES {
                return;
            }
            let (route, deadline) = (self.route.clone(), call.deadline);
            let parcel = self.parcel(headers::of_message(call.era, None), call.era, text);
            self.replies.spawn(async move {
                // A server that takes no replies shows it by not answering.
                let _ = timeout_at(deadline, route.send(route.home(), &parcel)).await;
            });
        }
    }
}

impl Wire for Http {
    async fn request(&mut self, call: Call<'_>) -> Result<Answer, WireError> {
        until(call.deadline, call.method, self.ask(&call)).await
    }

    async fn notify(&mut self, method: &str, era: Era) -> Result<(), WireError> {
        let deadline = Instant::now() + self.limits.request;
        let (route, budget) = (self.route.clone(), self.budget.clone());
        let post = self.post(headers::of_message(era, Some(method)), era, encode_notification(method, None));
        let sent = async { check(post.await?, &route, &budget, deadline).await.map(|_| ()) };
        until(deadline, method, sent).await
    }

    fn heard(&mut self) -> Heard {
        std::mem::take(&mut self.heard)
    }

    fn has_session(&self) -> bool {
        self.session.is_some()
    }

    async fn close(self) -> Ending {
        if let Some(session) = self.session {
            let headers = self.version.and_then(headers::version_header).into_iter().collect();
            let parcel = Parcel { method: Method::DELETE, headers, session: Some(session), body: None };
            // Servers may keep their sessions: whatever they answer, ours is over.
            let _ = timeout(self.limits.grace, self.route.send(self.route.home(), &parcel)).await;
        }
        Ending::default()
    }
}

#[cfg(test)]
mod route_tests;
#[cfg(test)]
mod tests;
