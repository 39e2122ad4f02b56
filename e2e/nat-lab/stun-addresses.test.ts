// A relay that stands on several addresses answers at each of them, from there.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { Namespaces, type Namespace } from './namespaces.ts'
import { whyNoNatLab } from './nat-lab.ts'
import { startLabProgram, type LabProgram } from './programs.ts'

/** A relay with an address on the cable, by which its routes lead, and two others that it is known by. */
const onCable = '10.78.1.2'
const others = ['10.78.9.9', '2001:db8:78::9'] as const

let namespaces: Namespaces
let relay: Namespace
let visitor: LabProgram<{ host: string; port: number }, { from: string }>
let port: number
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
  const responder = stack.use(await startLabProgram<'ports', { port: number }>(relay, 'stun-relay.ts'))
  port = await new Promise((resolve) => {
    responder.onReport((report) => resolve(report.port))
    responder.send('ports')
  })
  visitor = stack.use(await startLabProgram(home, 'stun-visitor.ts'))
})
afterAll(() => stack.disposeAsync())

const ask = (host: string): Promise<{ from: string }> =>
  new Promise((resolve) => {
    visitor.onReport(resolve)
    visitor.send({ host, port })
  })

it.each([onCable, ...others])('a relay that is asked at %s answers from there', async (host) => {
  expect(await ask(host)).toEqual({ from: host })
})

it('an address that a relay gets later answers, too', async () => {
  await relay.run('ip addr add 10.78.9.10/32 dev lo')
  expect(await ask('10.78.9.10')).toEqual({ from: '10.78.9.10' })
})
