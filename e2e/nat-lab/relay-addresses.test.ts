// A relay that stands on several addresses answers at each of them, from there.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Namespaces, type Namespace } from './namespaces.ts'
import { whyNoNatLab } from './nat-lab.ts'
import { startLabProgram, type LabProgram } from './programs.ts'

/** A relay with an address on the cable, by which its routes lead, and two others that it is known by. */
const onCable = '10.78.1.2'
const others = ['10.78.9.9', '2001:db8:78::9'] as const

/** What UDP is listened for at. */
const portKinds = ['a STUN port', 'a proxy port', 'the port of a link'] as const
type Port = (typeof portKinds)[number]

let namespaces: Namespaces
let relay: Namespace
let visitor: LabProgram<{ host: string; port: number }, { from: string }>
let ports: Record<Port, number>
let heard: (from: string) => void
const stack = new AsyncDisposableStack()

beforeAll(async () => {
  const why = whyNoNatLab()
  if (why !== undefined) throw new Error(why)
  namespaces = stack.use(new Namespaces())
  relay = await namespaces.create('relay')
  const home = await namespaces.create('home')
  await namespaces.connect([relay, 'cable'], [home, 'cable'])
  await relay.run(`ip link set cable up; ip addr add ${onCable}/24 dev cable; ip addr add 2001:db8:1::2/64 dev cable
    for address in ${others[0]}/32 ${others[1]}/128; do ip addr add $address dev lo; done`)
  await home.run(`ip link set cable up; ip addr add 10.78.1.1/24 dev cable; ip addr add 2001:db8:1::1/64 dev cable
    ip route add 10.78.9.0/24 via ${onCable}; ip route add 2001:db8:78::/64 via 2001:db8:1::2`)
  const program = stack.use(await startLabProgram<'ports', typeof ports>(relay, 'relay-on-addresses.ts'))
  ports = await new Promise((resolve) => {
    program.onReport(resolve)
    program.send('ports')
  })
  visitor = stack.use(await startLabProgram(home, 'udp-visitor.ts'))
  visitor.onReport(({ from }) => heard(from))
})
afterAll(() => stack.disposeAsync())

/** From where the answer comes. */
function ask(host: string, port: Port): Promise<string> {
  visitor.send({ host, port: ports[port] })
  return new Promise((resolve) => {
    heard = resolve
  })
}

describe.each(portKinds)('%s', (port) => {
  it.each([onCable, ...others])('that is asked at %s answers from there', async (host) => {
    expect(await ask(host, port)).toBe(host)
  })
})

it('an address that a relay gets later answers, too', async () => {
  const host = '10.78.9.10'
  await relay.run(`ip addr add ${host}/32 dev lo`)
  for (const port of portKinds) expect(await ask(host, port)).toBe(host)
})
