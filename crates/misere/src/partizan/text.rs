//! Forms as text.

use super::forms::Name;
use super::{Error, Forms, Id, Result};

/// The largest number of characters of a text.
const MOST_TEXT: usize = 1 << 26;

impl Forms {
    /// The text of the form: `{a,b|c}`, with integers n = {n-1|}, -n = {|1-n} and nimbers *n for
    /// literal forms of these. A tombstone is Σ before the options, in ASCII `Sigma`. Options are
    /// ordered by birthday and then by text.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] above 2^26 characters, [`Error::Exhausted`].
    pub fn text(&mut self, id: Id, ascii: bool) -> Result<String> {
        let mut text = String::new();
        self.write(id.0, if ascii { "Sigma" } else { "Σ" }, &mut text)?;
        Ok(text)
    }

    fn write(&mut self, at: u32, tombstone: &str, out: &mut String) -> Result {
        if let Some(name) = self.node(at).name {
            out.push_str(&match name {
                Name::Integer(n) => n.to_string(),
                Name::Nimber(1) => "*".to_owned(),
                Name::Nimber(n) => format!("*{n}"),
            });
            return Ok(());
        }
        for player in [0, 1] {
            out.push(['{', '|'][player]);
            let mut texts = Vec::new();
            for option in self.side(at, player).to_vec() {
                let mut text = String::new();
                self.write(option, tombstone, &mut text)?;
                texts.push((self.node(option).birthday, text));
            }
            texts.sort_unstable();
            if self.node(at).tombstones[player] {
                texts.insert(0, (0, tombstone.to_owned()));
            }
            for (place, (_, text)) in texts.iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                if out.len() + text.len() > MOST_TEXT {
                    return Err(Error::Text);
                }
                self.ticker.tick(1 + text.len() as u64 / 64)?;
                out.push_str(text);
            }
        }
        out.push('}');
        Ok(())
    }
}
