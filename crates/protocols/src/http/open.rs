//! A connection that stays open towards somebody who has closed their half of it.
//!
//! That half is closed by whoever has said all and waits for the answer (`nc`), and by whoever has gone.
//! Nothing on the wire tells one from the other, so that what was asked is still answered, if that does
//! not take too long; one who hears nothing for a while counts as gone.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep_until},
};

/// A stream whose end is told late.
pub struct Open<S> {
    stream: S,
    /// Nothing more will be read from it.
    ended: bool,
    /// Something was asked, and nothing of the answer is there yet.
    asked: bool,
    /// When something was last read or written.
    last: Instant,
    waiting: Option<Pin<Box<Sleep>>>,
}

/// How long an answer may take to begin, and how long it may be silent, for one who says no more.
const BEGINS: Duration = Duration::from_secs(10);
const SILENT: Duration = Duration::from_millis(500);

impl<S> Open<S> {
    pub fn new(stream: S) -> Open<S> {
        Open { stream, ended: false, asked: false, last: Instant::now(), waiting: None }
    }

    /// Waits until the end may be told.
    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        loop {
            let until = self.last + if self.asked { BEGINS } else { SILENT };
            if Instant::now() >= until {
                return Poll::Ready(());
            }
            let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep_until(until)));
            if waiting.deadline() != until {
                waiting.as_mut().reset(until);
            }
            ready!(waiting.as_mut().poll(cx));
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Open<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if !this.ended {
            let before = into.filled().len();
            ready!(Pin::new(&mut this.stream).poll_read(cx, into))?;
            if into.filled().len() > before || into.remaining() == 0 {
                (this.asked, this.last) = (true, Instant::now());
                return Poll::Ready(Ok(()));
            }
            this.ended = true;
        }
        this.poll_end(cx).map(Ok)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Open<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = ready!(Pin::new(&mut this.stream).poll_write(cx, bytes));
        (this.asked, this.last) = (false, Instant::now());
        Poll::Ready(written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = ready!(Pin::new(&mut this.stream).poll_write_vectored(cx, bytes));
        (this.asked, this.last) = (false, Instant::now());
        Poll::Ready(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
