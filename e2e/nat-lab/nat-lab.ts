// A small world: a public network with its router, and homes of every kind that hang on it. Programs run in a home's hosts
// as if they stood there.

import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandIn, Namespaces, type Namespace } from './namespaces.ts'
import { routerRules, type HomeKind } from './home-kinds.ts'
import { startLongLine, type LongLine } from './long-line.ts'
import { startPortMapper, type PortMapper } from './port-mapper.ts'

export interface Home {
  readonly name: string
  readonly kind: HomeKind
  /** Machines in one network, each its own. */
  readonly hosts: readonly Namespace[]
  /** What stands between the hosts and the world, the nearest first. */
  readonly routers: readonly Namespace[]
}

export interface HomeOptions {
  /** Machines: 1 unless told. */
  readonly hosts?: number
  /** Its router opens ports for who asks. */
  readonly portMapper?: PortMapper
  /** Its cable to the world is a long and bad one. */
  readonly line?: LongLine
}

export interface NatLab extends AsyncDisposable {
  /** The public network's own machine, at these addresses. */
  readonly world: Namespace
  readonly worldAddresses: PublicAddresses
  /** Others of it: one machine may be two places. */
  readonly otherWorldAddresses: PublicAddresses
  addHome(name: string, kind: HomeKind, options?: HomeOptions): Promise<Home>
  /** What to start so that a program runs there, and finds the world's addresses by `worldNames`. */
  commandAt(host: Namespace, program: string, args?: readonly string[]): { command: string; args: string[] }
}

type PublicAddresses = Readonly<Record<'ipv4' | 'ipv6', string>>

/** Names of `worldAddresses` and of `otherWorldAddresses`. */
export const worldNames = { first: 'farport.example', other: 'relay.example' } as const

/** Why a lab cannot stand here, as a sentence. */
export function whyNoNatLab(): string | undefined {
  if (process.platform !== 'linux') return 'Network namespaces are of Linux.'
  if (process.getuid?.() !== 0) return 'Only root may make network namespaces.'
  const isThere = (program: string): boolean =>
    ['/usr/sbin', '/sbin', '/usr/bin'].some((at) => existsSync(join(at, program)))
  const missing = ['ip', 'nft', 'miniupnpd'].filter((program) => !isThere(program))
  return missing.length === 0 ? undefined : `These programs are missing: ${missing.join(', ')}.`
}

const worldAddresses: PublicAddresses = { ipv4: '198.51.0.1', ipv6: '2001:db8::1' }
const otherWorldAddresses: PublicAddresses = { ipv4: '198.51.0.2', ipv6: '2001:db8::2' }

export async function createNatLab(): Promise<NatLab> {
  const why = whyNoNatLab()
  if (why !== undefined) throw new Error(`The NAT lab needs another machine. ${why}`)
  await using stack = new AsyncDisposableStack()
  const namespaces = stack.use(new Namespaces())
  await namespaces.removeOrphans()
  const folder = await mkdtemp(join(tmpdir(), 'nat-lab-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const world = await namespaces.create('world')
  await world.run(forwarding)
  for (const { ipv4, ipv6 } of [worldAddresses, otherWorldAddresses])
    await world.run(addresses({ device: 'lo', ipv4: `${ipv4}/32`, ipv6: `${ipv6}/128` }))
  const names = join(folder, 'hosts')
  await writeFile(names, hostsFile)
  let homes = 0

  /** Makes a machine a router, with a cable to what it leads to. */
  const applyRules = async (router: Namespace, kind: Exclude<HomeKind, 'open'>): Promise<void> => {
    const file = join(folder, `${router.name}.nft`)
    await writeFile(file, routerRules(kind))
    await router.run(`${forwarding}\nnft -f ${file}`)
  }

  const addHome: NatLab['addHome'] = async (name, kind, { hosts: hostCount = 1, portMapper, line } = {}) => {
    homes += 1
    const number = homes
    const outer = await namespaces.create(name)
    if (line === undefined) await namespaces.connect([world, `home${number}`], [outer, 'wan'])
    else owned.use(await startLongLine([world, `home${number}`], [outer, 'wan'], line))
    await world.run(`${addresses({ device: `home${number}`, ipv4: `198.51.${number}.1/24`, ipv6: `2001:db8:${number}::1/64` })}
      ${ownSource(`198.51.${number}.0/24 dev home${number}`)}
      ${ownSource(`2001:db8:${number}::/64 dev home${number}`)}`)
    if (kind === 'open') {
      await outer.run(`${addresses({ device: 'wan', ipv4: `198.51.${number}.2/24` })}
        ip route add default via 198.51.${number}.1`)
      return { name, kind, hosts: [outer], routers: [] }
    }
    if (kind === 'ipv6') {
      await outer.run(`${addresses({ device: 'wan', ipv6: `2001:db8:${number}::2/64` })}
        ip -6 route add default via 2001:db8:${number}::1`)
      await world.run(
        `ip -6 route add 2001:db8:${number}:1::/64 via 2001:db8:${number}::2 src ${otherWorldAddresses.ipv6}`,
      )
    } else {
      await outer.run(`${addresses({ device: 'wan', ipv4: `198.51.${number}.2/24` })}
        ip route add default via 198.51.${number}.1`)
    }
    const routers = [outer]
    if (kind === 'double') {
      const inner = await namespaces.create(`${name}-inner`)
      await namespaces.connect([outer, 'lan'], [inner, 'wan'])
      await outer.run(addresses({ device: 'lan', ipv4: '100.64.0.1/24' }))
      await inner.run(`${addresses({ device: 'wan', ipv4: '100.64.0.2/24' })}
        ip route add default via 100.64.0.1`)
      routers.unshift(inner)
    }
    for (const router of routers) await applyRules(router, kind)
    const [nearest = outer] = routers
    const lan = kind === 'ipv6' ? { ipv6: `2001:db8:${number}:1::1/64` } : { ipv4: '192.168.1.1/24' }
    await nearest.run(`ip link add lan type bridge\n${addresses({ device: 'lan', ...lan })}`)
    const hosts: Namespace[] = []
    for (let host = 1; host <= hostCount; host += 1) {
      const namespace = await namespaces.create(`${name}-host${host}`)
      await namespaces.connect([nearest, `host${host}`], [namespace, 'eth0'])
      await nearest.run(`ip link set host${host} master lan up`)
      // Each home counts its machines from elsewhere: two homes seldom have the same address.
      const last = number * 10 + host
      await namespace.run(
        kind === 'ipv6'
          ? `${addresses({ device: 'eth0', ipv6: `2001:db8:${number}:1::${last}/64` })}
             ip -6 route add default via 2001:db8:${number}:1::1`
          : `${addresses({ device: 'eth0', ipv4: `192.168.1.${last}/24` })}
             ip route add default via 192.168.1.1`,
      )
      hosts.push(namespace)
    }
    if (portMapper !== undefined) owned.use(await startPortMapper(nearest, portMapper, folder))
    return { name, kind, hosts, routers }
  }

  const owned = stack.move()
  return {
    world,
    worldAddresses,
    otherWorldAddresses,
    addHome,
    // `ip netns exec` gives each program mounts of its own, so nobody else sees these names.
    commandAt: (host, program, args = []) =>
      commandIn(host, 'sh', ['-ec', `mount --bind ${names} /etc/hosts; exec "$0" "$@"`, program, ...args]),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const hostsFile = `127.0.0.1 localhost
::1 localhost
${worldAddresses.ipv4} ${worldNames.first}
${worldAddresses.ipv6} ${worldNames.first}
${otherWorldAddresses.ipv4} ${worldNames.other}
${otherWorldAddresses.ipv6} ${worldNames.other}
`

const forwarding = `echo 1 > /proc/sys/net/ipv4/ip_forward
    echo 1 > /proc/sys/net/ipv6/conf/all/forwarding`

/** A server that listens at all addresses answers from this one, as on a machine with one address in the world. */
function ownSource(route: string): string {
  const [family, source] = route.includes(':') ? ['-6', otherWorldAddresses.ipv6] : ['-4', otherWorldAddresses.ipv4]
  return `ip ${family} route replace ${route} src ${source}`
}

function addresses({ device, ipv4, ipv6 }: { device: string; ipv4?: string; ipv6?: string }): string {
  return [
    ipv4 === undefined ? '' : `ip addr add ${ipv4} dev ${device}`,
    ipv6 === undefined ? '' : `ip addr add ${ipv6} dev ${device} nodad`,
    `ip link set ${device} up`,
  ].join('\n')
}
