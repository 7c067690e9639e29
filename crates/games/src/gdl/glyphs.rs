//! Letters and digits as lines, for pieces that have nothing but their names to tell them apart.

/// Each as lines from point to point on a grid of 5 by 7, the first number across and the second
/// down; `|` lifts the pen.
const GLYPHS: [(char, &str); 36] = [
    ('A', "06 20 46|14 34"),
    ('B', "00 06 36 45 44 33 03|00 30 41 42 33"),
    ('C', "41 30 10 01 05 16 36 45"),
    ('D', "00 06 26 44 42 20 00"),
    ('E', "40 00 06 46|03 33"),
    ('F', "40 00 06|03 33"),
    ('G', "41 30 10 01 05 16 36 45 43 23"),
    ('H', "00 06|40 46|03 43"),
    ('I', "10 30|20 26|16 36"),
    ('J', "40 45 36 16 05"),
    ('K', "00 06|40 03 46"),
    ('L', "00 06 46"),
    ('M', "06 00 23 40 46"),
    ('N', "06 00 46 40"),
    ('O', "10 01 05 16 36 45 41 30 10"),
    ('P', "06 00 30 41 42 33 03"),
    ('Q', "10 01 05 16 36 45 41 30 10|24 46"),
    ('R', "06 00 30 41 42 33 03|23 46"),
    ('S', "41 30 10 01 02 13 33 44 45 36 16 05"),
    ('T', "00 40|20 26"),
    ('U', "00 05 16 36 45 40"),
    ('V', "00 26 40"),
    ('W', "00 16 22 36 40"),
    ('X', "00 46|40 06"),
    ('Y', "00 23 40|23 26"),
    ('Z', "00 40 06 46"),
    ('0', "10 01 05 16 36 45 41 30 10|32 14"),
    ('1', "11 20 26|16 36"),
    ('2', "01 10 30 41 42 06 46"),
    ('3', "01 10 30 41 42 33 13|33 44 45 36 16 05"),
    ('4', "36 30 04 44"),
    ('5', "40 00 03 33 44 45 36 16 05"),
    ('6', "41 30 10 01 05 16 36 45 44 33 13 04"),
    ('7', "00 40 16"),
    ('8', "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33"),
    ('9', "05 16 36 45 41 30 10 01 02 13 33 42"),
];

/// The room that a word has: no wider and no taller than this.
const ROOM: [f32; 2] = [22.0, 15.0];

/// A short word as a path around the middle of a piece. What has no glyph is left out.
pub fn word(letters: &str) -> String {
    let glyph = |letter: char| {
        let letter = letter.to_ascii_uppercase();
        GLYPHS.iter().find(|glyph| glyph.0 == letter).map(|glyph| glyph.1)
    };
    let glyphs: Vec<&str> = letters.chars().filter_map(glyph).collect();
    let width = (6 * glyphs.len()).saturating_sub(2) as f32;
    let scale = (ROOM[0] / width.max(1.0)).min(ROOM[1] / 6.0);
    let mut path = String::new();
    for (at, glyph) in glyphs.into_iter().enumerate() {
        for line in glyph.split('|') {
            for (number, point) in line.split(' ').enumerate() {
                let [x, y] = [0, 1].map(|axis| f32::from(point.as_bytes()[axis] - b'0'));
                let x = (x + 6.0 * at as f32 - width / 2.0) * scale;
                let y = (y - 3.0) * scale;
                let pen = if number == 0 { 'M' } else { 'L' };
                path += &format!("{pen}{x:.1} {y:.1}");
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_has_a_glyph_of_its_own_within_the_room() {
        let all: Vec<char> = ('A'..='Z').chain('0'..='9').collect();
        let paths: Vec<String> = all.iter().map(|letter| word(&letter.to_string())).collect();
        for (at, path) in paths.iter().enumerate() {
            assert!(!path.is_empty() && !paths[..at].contains(path), "{}", all[at]);
        }
        for words in ["k", "KN", "0110", "white king"] {
            let path = word(words);
            let points = path.split(['M', 'L']).filter(|point| !point.is_empty());
            for point in points {
                let (x, y) = point.split_once(' ').unwrap();
                let [x, y] = [x, y].map(|number| number.parse::<f32>().unwrap().abs());
                assert!(x <= 11.1 && y <= 7.6, "{words}: {point}");
            }
        }
        assert_eq!(word("-+é"), "");
    }
}
