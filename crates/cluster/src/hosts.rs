//! The addresses of the processes of a cluster.

use std::net::IpAddr;
use std::path::Path;

use upstar_core::Budget;
use upstar_files::Source;

use crate::Result;
use crate::error::ClusterError;

/// The addresses of all processes, in order: process 0 is at the first one.
///
/// ```
/// use upstar_cluster::Hosts;
/// let hosts = Hosts::parse("hosts.txt", "10.0.0.1:2101\n# the second\n10.0.0.2:2101\n")?;
/// assert_eq!(hosts.len(), 2);
/// assert_eq!(hosts.address(1), "10.0.0.2:2101");
/// assert!(Hosts::parse("hosts.txt", "10.0.0.1\n").is_err());
/// # Ok::<(), upstar_cluster::ClusterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
}

/// The largest size of a list of hosts.
const MOST_BYTES: u64 = 1 << 20;

impl Hosts {
    /// Reads a file with an address `HOST:PORT` on each line. Blank lines and text after `#` are
    /// ignored.
    ///
    /// # Errors
    /// [`ClusterError::File`] if it cannot be read; [`ClusterError::Hosts`] with the wrong line.
    pub fn read(path: &Path) -> Result<Hosts> {
        let source = Source::Path(path.to_owned());
        let text = source.read_text(MOST_BYTES, &Budget::unlimited())?;
        Hosts::parse(&path.display().to_string(), &text)
    }

    /// Parses the text of such a file, which messages call `name`.
    ///
    /// # Errors
    /// [`ClusterError::Hosts`] with the wrong line.
    pub fn parse(name: &str, text: &str) -> Result<Hosts> {
        let mut addresses: Vec<String> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let address = line.split('#').next().unwrap_or_default().trim();
            if address.is_empty() {
                continue;
            }
            let wrong = |message: String| {
                Err(ClusterError::Hosts(format!("{name}:{}: {message}", number + 1)))
            };
            let port = address.rsplit_once(':').map(|(host, port)| (host, port.parse::<u16>()));
            match port {
                Some((host, Ok(1..))) if !host.is_empty() => {}
                _ => {
                    let example = "HOST:PORT, such as 10.0.0.2:2101";
                    return wrong(format!("{address:?} is no address; expected {example}"));
                }
            }
            if addresses.iter().any(|other| other == address) {
                return wrong(format!("{address} stands here twice; every process has its own"));
            }
            addresses.push(address.to_owned());
        }
        if addresses.is_empty() {
            return Err(ClusterError::Hosts(format!("{name}: there are no addresses in it")));
        }
        Ok(Hosts { addresses })
    }

    /// Hosts from addresses that are known to be valid.
    pub(crate) fn of(addresses: Vec<String>) -> Hosts {
        Hosts { addresses }
    }

    /// The number of processes.
    #[allow(clippy::len_without_is_empty)] // there is always one
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// The address of a process.
    ///
    /// # Panics
    /// If there is no such process.
    pub fn address(&self, process: usize) -> &str {
        &self.addresses[process]
    }

    /// The first process that is not at a loopback address, if any.
    pub(crate) fn elsewhere(&self) -> Option<usize> {
        self.addresses.iter().position(|address| {
            let host = address.rsplit_once(':').map_or(address.as_str(), |(host, _)| host);
            let host = host.trim_start_matches('[').trim_end_matches(']');
            let loopback = host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
            !loopback && !host.eq_ignore_ascii_case("localhost")
        })
    }

    pub(crate) fn addresses(&self) -> &[String] {
        &self.addresses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_lines_are_named() {
        let message = |text| Hosts::parse("h", text).unwrap_err().to_string();
        assert_eq!(
            message("a:1\nb\n"),
            "h:2: \"b\" is no address; expected HOST:PORT, such as 10.0.0.2:2101"
        );
        assert!(message("a:0").starts_with("h:1: \"a:0\""));
        assert!(message(":80").contains("no address"));
        assert!(message("a:70000").contains("no address"));
        assert_eq!(message("a:1\n\na:1"), "h:3: a:1 stands here twice; every process has its own");
        assert_eq!(message(" # none\n"), "h: there are no addresses in it");
        let elsewhere = |text| Hosts::parse("h", text).unwrap().elsewhere();
        assert_eq!(elsewhere("127.0.0.1:1\n[::1]:2\nLocalhost:3\n127.9.9.9:4"), None);
        assert_eq!(elsewhere("127.0.0.1:1\n10.0.0.1:2"), Some(1));
        assert_eq!(elsewhere("0.0.0.0:1"), Some(0));
        assert_eq!(elsewhere("127.0.0.1.example.org:1"), Some(0));
        assert_eq!(Hosts::parse("h", "[::1]:2101 # v6").unwrap().address(0), "[::1]:2101");
    }
}
