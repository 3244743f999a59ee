//! Which addresses are of the open internet. Everything else is this machine, somebody's own
//! network, or nobody: a URL that a person hands in has no business there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(first: u16, second: u16, third: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(first, second, third, 0, 0, 0, 0, 0), prefix)
}

/// The registry of special-purpose addresses (RFC 6890 and what was added since).
const NOT_PUBLIC_V4: &[Ipv4Net] = &[
    v4(0, 0, 0, 0, 8),        // unspecified, "this network"
    v4(10, 0, 0, 0, 8),       // private
    v4(100, 64, 0, 0, 10),    // shared by carriers (CGNAT); metadata of one cloud
    v4(127, 0, 0, 0, 8),      // loopback
    v4(168, 63, 129, 16, 32), // a cloud's own services, spoken to from its machines only
    v4(169, 254, 0, 0, 16),   // link-local; metadata of most clouds
    v4(172, 16, 0, 0, 12),    // private
    v4(192, 0, 0, 0, 24),     // protocol assignments; metadata of one cloud
    v4(192, 0, 2, 0, 24),     // documentation
    v4(192, 88, 99, 0, 24),   // relays of 6to4, withdrawn
    v4(192, 168, 0, 0, 16),   // private
    v4(198, 18, 0, 0, 15),    // benchmarks
    v4(198, 51, 100, 0, 24),  // documentation
    v4(203, 0, 113, 0, 24),   // documentation
    v4(224, 0, 0, 0, 4),      // multicast
    v4(240, 0, 0, 0, 4),      // reserved, broadcast
];

/// What has been given out of IPv6 so far. Loopback, unspecified, unique local (ULA), link-local,
/// site-local and multicast lie outside.
const PUBLIC_V6: Ipv6Net = v6(0x2000, 0, 0, 3);

const NOT_PUBLIC_V6: &[Ipv6Net] = &[
    v6(0x2001, 0, 0, 23),      // protocol assignments: Teredo, benchmarks, ORCHID
    v6(0x2001, 0x0db8, 0, 32), // documentation
    v6(0x2002, 0, 0, 16),      // 6to4: carries any IPv4 address
    v6(0x3fff, 0, 0, 20),      // documentation
];

/// A network without IPv4 reaches it through these (NAT64, RFC 6052): its resolver answers with
/// them for every host that has only an IPv4 address, so what counts is the address inside.
const NAT64: Ipv6Net = v6(0x0064, 0xff9b, 0, 96);

pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(inside) => is_public_v4(inside),
            None if NAT64.contains(&address) => {
                is_public_v4(Ipv4Addr::from_bits(address.to_bits() as u32))
            }
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !NOT_PUBLIC_V4.iter().any(|network| network.contains(&address))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    PUBLIC_V6.contains(&address) && !NOT_PUBLIC_V6.iter().any(|network| network.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn public(text: &str) -> bool {
        is_public(text.parse().unwrap())
    }

    #[test]
    fn the_open_internet_is_reached() {
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.1",
            "168.63.129.15",
            "169.253.255.255",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2a00:1450:4001::200e",
            "2001:200::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
        ] {
            assert!(public(address), "{address}");
        }
    }

    #[test]
    fn everything_else_is_not() {
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.0",
            "10.255.255.255",
            "100.64.0.0",
            "100.100.100.200",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0:127.0.0.1",
            "64:ff9b::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:808:808::",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!public(address), "{address}");
        }
    }
}
