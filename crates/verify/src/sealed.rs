//! Certificates that are one JSON object with a seal.

use serde_json::Value;

/// A certificate with the fields of its subject. Errors say what is malformed.
pub(crate) struct Sealed {
    json: Value,
}

impl Sealed {
    /// Reads a certificate of a subject. Only these fields are allowed.
    pub(crate) fn read(text: &str, subject: &str, fields: &[&str]) -> Result<Sealed, String> {
        if text.trim().is_empty() {
            return Err("the file is empty".to_owned());
        }
        let json: Value =
            serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
        let object = json.as_object().ok_or("it is no JSON object")?;
        let unknown = object.keys().find(|name| !fields.contains(&name.as_str())).cloned();
        let sealed = Sealed { json };
        if sealed.text("kind")? != "upstar certificate" {
            return Err("its kind is not `upstar certificate`".to_owned());
        }
        if sealed.number("version")? != 1 {
            return Err("its version is not 1, the only one known here".to_owned());
        }
        if sealed.text("subject")? != subject {
            return Err(format!("its subject is not `{subject}`"));
        }
        match unknown {
            Some(name) => Err(format!("field `{name}` is unknown")),
            None => Ok(sealed),
        }
    }

    /// A field, or null if it is missing.
    pub(crate) fn field(&self, name: &str) -> &Value {
        &self.json[name]
    }

    pub(crate) fn text(&self, name: &str) -> Result<&str, String> {
        self.json[name].as_str().ok_or_else(|| format!("field `{name}` is missing or no text"))
    }

    pub(crate) fn number(&self, name: &str) -> Result<u64, String> {
        self.json[name].as_u64().ok_or_else(|| format!("field `{name}` is missing or no number"))
    }

    /// Whether the seal matches the other fields.
    pub(crate) fn is_intact(&self) -> Result<bool, String> {
        let mut others = self.json.clone();
        if let Some(object) = others.as_object_mut() {
            object.remove("seal");
        }
        Ok(self.text("seal")? == seal_of(&others))
    }
}

/// The seal of an unsealed object.
pub(crate) fn seal_of(json: &Value) -> String {
    let seal = json.to_string().bytes().fold(BASIS, |h, byte| mix(h, u64::from(byte)));
    format!("{seal:016x}")
}

/// The initial value of a digest (Fowler, Noll and Vo).
pub(crate) const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// The digest after one more value.
pub(crate) fn mix(h: u64, value: u64) -> u64 {
    (h ^ value).wrapping_mul(0x0100_0000_01b3)
}
