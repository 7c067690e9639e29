//! What can go wrong between machines.

use std::{error::Error as _, io};

use async_nats::{ConnectError, ConnectErrorKind};
use ludoteca_text::{errors, text};

errors! {
    /// Why work cannot be spread.
    pub enum SpreadError {
        /// The address is none.
        Address { address: String } => text!("spread-address", address = address),
        /// Nobody answers there.
        Unreachable { address: String, why: String } => {
            text!("spread-unreachable", address = address, why = why)
        },
        /// The server wants to know who this is.
        Refused { address: String } => text!("spread-refused", address = address),
        /// The connection is to be safe, and cannot be made so.
        Unsafe { address: String, why: String } => {
            text!("spread-unsafe", address = address, why = why)
        },
        /// A file that says who this is cannot be read.
        Credentials { file: String, why: String } => {
            text!("spread-credentials", file = file, why = why)
        },
        /// The server keeps no queues.
        NoQueue { address: String } => text!("spread-no-queue", address = address),
        /// A job or a result is larger than the server takes.
        TooLarge { name: String } => text!("spread-too-large", name = name),
        /// A name is no part of a subject.
        Name { name: String } => text!("spread-name", name = name),
        /// Something on the wire is not what was expected.
        Garbled { what: String } => text!("spread-garbled", what = what),
        /// The server refused something for its own reason.
        Server { why: String } => text!("spread-server", why = why),
        /// The threads that talk to the server cannot be had.
        Threads { why: String } => text!("spread-threads", why = why),
    }
}

impl SpreadError {
    /// Why there is no connection.
    pub(crate) fn connecting(address: &str, error: &ConnectError) -> SpreadError {
        let (address, why) = (address.to_owned(), error.to_string());
        match error.kind() {
            ConnectErrorKind::ServerParse => SpreadError::Address { address },
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                SpreadError::Refused { address }
            }
            ConnectErrorKind::Tls => SpreadError::Unsafe { address, why },
            _ if is_mistrust(error) => SpreadError::Unsafe { address, why },
            _ => SpreadError::Unreachable { address, why },
        }
    }

    pub(crate) fn server(why: impl std::fmt::Display) -> SpreadError {
        SpreadError::Server { why: why.to_string() }
    }
}

/// Whether somebody answered, and could not be trusted or understood: a certificate that nobody vouches
/// for, or no encryption where some was asked for.
fn is_mistrust(error: &ConnectError) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        let told = error.downcast_ref::<io::Error>();
        if told.is_some_and(|error| error.kind() == io::ErrorKind::InvalidData) {
            return true;
        }
        cause = error.source();
    }
    false
}
