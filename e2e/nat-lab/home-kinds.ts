// How homes are connected to the world, and what their routers do, as rules of nftables. What comes in unasked is dropped,
// never rejected: the entry that a rejected packet leaves would take the port away from who opens it from inside.

export type HomeKind =
  | 'open' // an address of the world, nothing in between
  | 'full-cone' // a port that was opened from inside is open to everybody
  | 'restricted' // … to every port of the addresses that were spoken to
  | 'port-restricted' // … to the addresses and ports that were spoken to
  | 'symmetric' // and every destination sees another port
  | 'double' // port-restricted, behind a provider that is so, too
  | 'udp-blocked' // port-restricted, and no UDP
  | 'only-443' // port-restricted, and nothing gets out but to TCP port 443
  | 'ipv6' // IPv6 only, with a firewall instead of a NAT

/** The interfaces of a router. */
const inside = 'lan'
const outside = 'wan'

export function routerRules(kind: Exclude<HomeKind, 'open'>): string {
  switch (kind) {
    case 'full-cone':
      return natRules({ admit: 'everybody' })
    case 'restricted':
      return natRules({ admit: 'spoken-to' })
    case 'port-restricted':
    case 'double':
      return natRules({})
    case 'symmetric':
      return natRules({ masquerade: 'masquerade fully-random' })
    case 'udp-blocked':
      return natRules({ forward: `iifname ${inside} meta l4proto udp drop` })
    case 'only-443':
      return natRules({ forward: `iifname ${inside} meta l4proto udp drop\niifname ${inside} tcp dport != 443 drop` })
    case 'ipv6':
      return `table ip6 filter {\n${filterChains('')}\n}`
  }
}

interface Nat {
  readonly masquerade?: string
  /** Who may send to a port that was opened from inside, besides whom it was opened to. */
  readonly admit?: 'everybody' | 'spoken-to'
  readonly forward?: string
}

function natRules({ masquerade = 'masquerade', admit, forward = '' }: Nat): string {
  const remembering =
    admit === undefined
      ? ''
      : `iifname ${inside} update @opened { meta l4proto . th sport : ip saddr }
         iifname ${inside} update @spoken { ip daddr }`
  const admitted = admit === 'spoken-to' ? 'ip saddr @spoken ' : ''
  const admitting =
    admit === undefined ? '' : `iifname ${outside} ${admitted}dnat to meta l4proto . th dport map @opened`
  return `
    table ip nat {
      map opened {
        type inet_proto . inet_service : ipv4_addr
        flags dynamic
        size 65535
      }
      set spoken {
        type ipv4_addr
        flags dynamic
        size 65535
      }
      chain remember {
        type filter hook forward priority -1
        ${remembering}
      }
      chain prerouting {
        type nat hook prerouting priority dstnat
        ${admitting}
      }
      chain postrouting {
        type nat hook postrouting priority srcnat
        oifname ${outside} ${masquerade}
      }
    }
    table ip filter {
      ${filterChains(`${forward}\n ct status dnat accept`)}
    }`
}

function filterChains(forward: string): string {
  return `
      chain forward {
        type filter hook forward priority filter
        policy drop
        ${forward}
        iifname ${inside} accept
        ct state established,related accept
      }
      chain input {
        type filter hook input priority filter
        policy drop
        iifname ${inside} accept
        ct state established,related accept
        meta l4proto ipv6-icmp accept
        meta l4proto icmp accept
      }`
}
