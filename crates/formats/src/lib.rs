//! Files and protocols: how games are kept, and how programs talk about them.
#![warn(missing_docs)]
