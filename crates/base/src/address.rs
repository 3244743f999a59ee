//! From where a request comes. `X-Forwarded-For` is believed only as far as the proxies that the
//! operator has named: anybody can write that header.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use ipnet::IpNet;

/// The networks of the reverse proxies in front of the service.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Arc<[IpNet]>);

impl Proxies {
    /// Addresses and networks, separated by commas: `10.0.0.1, 172.16.0.0/12`.
    pub fn parse(list: &str) -> Option<Self> {
        let entries = list.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        let networks = entries.map(|entry| {
            entry.parse::<IpNet>().ok().or_else(|| entry.parse::<IpAddr>().ok().map(IpNet::from))
        });
        Some(Self(networks.collect::<Option<_>>()?))
    }

    fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whoever spoke to the outermost proxy that we trust.
    pub(crate) fn client(&self, parts: &Parts) -> IpAddr {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let mut client = peer.map_or(LOOPBACK, |peer| peer.0.ip().to_canonical());
        let headers = parts.headers.get_all("x-forwarded-for").iter().rev();
        let hops = headers.filter_map(|value| value.to_str().ok()).flat_map(|v| v.rsplit(','));
        for hop in hops {
            if !self.contains(client) {
                break;
            }
            let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
            client = address.to_canonical();
        }
        client
    }
}

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// What counts as one place: an address, or the /64 that a household gets with IPv6.
pub fn place(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &str, peer: &str, forwarded: &[&str]) -> String {
        let mut request = axum::http::Request::builder();
        for value in forwarded {
            request = request.header("x-forwarded-for", *value);
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        let peer: IpAddr = peer.parse().unwrap();
        parts.extensions.insert(ConnectInfo(SocketAddr::new(peer, 1)));
        Proxies::parse(proxies).unwrap().client(&parts).to_string()
    }

    #[test]
    fn a_header_from_a_stranger_is_ignored() {
        assert_eq!(client("", "203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
        assert_eq!(client("10.0.0.0/8", "203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
    }

    #[test]
    fn a_chain_is_believed_from_the_right_and_no_further_than_trusted() {
        let proxies = "10.0.0.0/8, 192.0.2.1";
        assert_eq!(client(proxies, "10.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(client(proxies, "10.0.0.1", &["6.6.6.6, 1.2.3.4, 192.0.2.1"]), "1.2.3.4");
        assert_eq!(client(proxies, "10.0.0.1", &["6.6.6.6", "1.2.3.4"]), "1.2.3.4");
        assert_eq!(client(proxies, "10.0.0.1", &["garbage"]), "10.0.0.1");
        assert_eq!(client(proxies, "::ffff:10.0.0.1", &["::ffff:1.2.3.4"]), "1.2.3.4");
    }

    #[test]
    fn a_list_with_a_mistake_is_no_list() {
        assert!(Proxies::parse("10.0.0.1, 10.0.0.0/33").is_none());
        assert!(Proxies::parse("proxy.example").is_none());
    }

    #[test]
    fn one_household_is_one_place() {
        let at = |text: &str| place(text.parse().unwrap());
        assert_eq!(at("2001:db8::1"), at("2001:db8::ffff:2"));
        assert_ne!(at("2001:db8::1"), at("2001:db8:0:1::1"));
        assert_ne!(at("192.0.2.1"), at("192.0.2.2"));
    }
}
