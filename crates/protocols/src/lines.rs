//! Lines of text from somebody who may send anything.

use std::io::{self, BufRead, ErrorKind};

/// The next line without its end, cut off after `longest` bytes, whose rest is passed over; none at
/// the end of the input.
///
/// ```
/// use ludoteca_protocols::lines::limited_line;
/// let mut input = &b"far too long\nshort"[..];
/// assert_eq!(limited_line(&mut input, 7).unwrap().unwrap(), b"far too");
/// assert_eq!(limited_line(&mut input, 7).unwrap().unwrap(), b"short");
/// assert!(limited_line(&mut input, 7).unwrap().is_none());
/// ```
pub fn limited_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let ready = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            ready => ready?,
        };
        if ready.is_empty() {
            return Ok(any.then_some(line));
        }
        any = true;
        let end = ready.iter().position(|byte| *byte == b'\n');
        let part = &ready[..end.unwrap_or(ready.len())];
        line.extend(&part[..part.len().min(longest - line.len())]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_it_gets_too_long_and_the_next_one_is_whole() {
        let mut input = io::Cursor::new("ab\n12345678\n\nend");
        let mut next =
            || limited_line(&mut input, 4).unwrap().map(|l| String::from_utf8(l).unwrap());
        assert_eq!(next().as_deref(), Some("ab"));
        assert_eq!(next().as_deref(), Some("1234"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("end"));
        assert_eq!(next(), None);
    }
}
