//! HTTP+SSE of 2024-11-05: one stream of events brings all answers, and its first event says where to post.

use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{Method, Url};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::gather::contact::Remote;
use crate::gather::limits::Limits;
use crate::gather::wire::body::{Budget, Form};
use crate::gather::wire::carrier::{Answer, Call, Ending, Era, Heard, Wire, WireError};
use crate::gather::wire::events::Events;
use crate::gather::wire::headers;
use crate::gather::wire::message::{encode_notification, encode_request};
use crate::gather::wire::patience::until;
use crate::gather::wire::received::Received;
use crate::gather::wire::redirect::{Parcel, Route, origin};
use crate::gather::wire::refusal::check;

/// Messages that are on their way at once; replies beyond it are not sent.
const MOST_POSTS: usize = 16;

/// One server that is spoken to over HTTP+SSE.
pub(crate) struct LegacySse {
    post: Post,
    events: Events,
    patience: Duration,
    last_id: u64,
    heard: Heard,
    /// Messages on their way, with the id of a request.
    posts: JoinSet<(Option<u64>, Result<(), WireError>)>,
}

/// How messages are posted.
#[derive(Clone)]
struct Post {
    route: Route,
    budget: Budget,
    endpoint: Url,
}

impl LegacySse {
    /// Opens the stream and waits for the address to post to.
    pub(crate) async fn open(remote: &Remote, limits: &Limits, deadline: Instant) -> Result<LegacySse, WireError> {
        let started = Instant::now();
        let late = |_| WireError::TimedOut { method: "GET".to_owned(), after: started.elapsed() };
        timeout_at(deadline, LegacySse::connect(remote, limits, deadline)).await.map_err(late)?
    }

    async fn connect(remote: &Remote, limits: &Limits, deadline: Instant) -> Result<LegacySse, WireError> {
        let (route, budget) = (Route::new(remote)?, Budget::new(limits));
        let headers = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static("text/event-stream"))]);
        let parcel = Parcel { method: Method::GET, headers, session: None, body: None };
        let arrival = route.send(route.home(), &parcel).await?;
        let (at, strayed) = (arrival.at.clone(), route.strayed(&arrival));
        let mut body = check(arrival, &route, &budget, deadline).await?;
        if body.form().await? != Form::Events {
            return Err(WireError::NoMessage("what it answers to GET is no event stream".to_owned()));
        }
        let mut events = Events::new(body, limits.message_bytes);
        let endpoint = endpoint(&mut events, &at).await?;
        let remarks = strayed.map(|text| ("gather.redirected", text)).into_iter().collect();
        Ok(LegacySse {
            post: Post { route, budget, endpoint },
            events,
            patience: limits.request,
            last_id: 0,
            heard: Heard { remarks, ..Heard::default() },
            posts: JoinSet::new(),
        })
    }

    async fn ask(&mut self, call: &Call<'_>) -> Result<Answer, WireError> {
        self.last_id += 1;
        let message = encode_request(self.last_id, call.method, call.params);
        self.send(Some(self.last_id), headers::of_call(call)?, message, call.deadline);
        loop {
            tokio::select! {
                // An answer that is here counts, whatever became of the POST.
                biased;
                event = self.events.next() => {
                    self.heard.bad_bytes += self.events.bad_bytes();
                    let Some(event) = event? else { return Err(WireError::Ended { exit_code: None }) };
                    let Some(text) = event.data else { continue };
                    if let Some(answer) = self.sort(text, call) {
                        return Ok(answer);
                    }
                }
                Some(Ok((id, sent))) = self.posts.join_next() => {
                    if id == Some(self.last_id) {
                        sent?;
                    }
                }
            }
        }
    }

    fn sort(&mut self, text: String, call: &Call<'_>) -> Option<Answer> {
        let mut received = Received::sort(&text, self.last_id, &mut self.heard);
        for reply in std::mem::take(&mut received.replies) {
            if self.posts.len() < MOST_POSTS {
                self.send(None, headers::of_message(call.era, None), reply, call.deadline);
            }
        }
        received.answer(text)
    }

    /// Posts in the background: a server may write to the stream before it answers the POST, and must then be read.
    fn send(&mut self, id: Option<u64>, headers: HeaderMap, message: String, deadline: Instant) {
        let post = self.post.clone();
        self.posts.spawn(async move { (id, post.send(headers, message, deadline).await) });
    }
}

impl Post {
    async fn send(&self, headers: HeaderMap, message: String, deadline: Instant) -> Result<(), WireError> {
        let parcel = Parcel { method: Method::POST, headers, session: None, body: Some(message) };
        let arrival = self.route.send(&self.endpoint, &parcel).await?;
        check(arrival, &self.route, &self.budget, deadline).await.map(|_| ())
    }
}

impl Wire for LegacySse {
    async fn request(&mut self, call: Call<'_>) -> Result<Answer, WireError> {
        until(call.deadline, call.method, self.ask(&call)).await
    }

    async fn notify(&mut self, method: &str, era: Era) -> Result<(), WireError> {
        let deadline = Instant::now() + self.patience;
        let message = encode_notification(method, None);
        until(deadline, method, self.post.send(headers::of_message(era, Some(method)), message, deadline)).await
    }

    fn heard(&mut self) -> Heard {
        std::mem::take(&mut self.heard)
    }

    async fn close(self) -> Ending {
        Ending::default()
    }
}

async fn endpoint(events: &mut Events, at: &Url) -> Result<Url, WireError> {
    let no = |what: String| WireError::BadStream(format!("the event stream {what}"));
    let data = loop {
        let Some(event) = events.next().await? else { return Err(no("ends before it names an endpoint".to_owned())) };
        match (event.event.as_deref(), event.data) {
            (Some("endpoint"), data) => break data.unwrap_or_default(),
            // Only an id or a delay.
            (None, None) => {}
            _ => return Err(no("does not begin with an endpoint".to_owned())),
        }
    };
    let mut endpoint = at.join(data.trim()).map_err(|_| no("names an endpoint that is no URL".to_owned()))?;
    if endpoint.origin() != at.origin() {
        return Err(no(format!("of {} names an endpoint at {}: not followed", origin(at), origin(&endpoint))));
    }
    // These fail only for URLs that have no host.
    let _ = endpoint.set_username("");
    let _ = endpoint.set_password(None);
    Ok(endpoint)
}

#[cfg(test)]
mod tests;
