import { createPublicKey } from 'node:crypto'
import {
  generatePrivateKey,
  publicKeyText,
  signTicket,
  type PeerClaims,
  type ProxyClaims,
  type ServiceOrder,
} from '@farport/protocol'
import { parseConnectionId, parseId } from '@farport/vocabulary'
import { describe, expect, test } from 'vitest'
import { decideGrant, isStillListed, listedService, type GrantFacts } from './grant-rules.ts'

const serverKey = generatePrivateKey()
const strangerKey = generatePrivateKey()
const strangerKeyText = publicKeyText(strangerKey)
const peerKey = publicKeyText(generatePrivateKey())
const agentKey = publicKeyText(generatePrivateKey())

const common = {
  connectionId: parseConnectionId('00000000-0000-4000-8000-000000000001')!,
  accountId: parseId('a', 'a-0000000000000001')!,
  deviceId: parseId('d', 'd-0000000000000001')!,
  serviceId: parseId('s', 's-0000000000000001')!,
  initiatorKey: peerKey,
  expiresAt: 1000,
}
const proxy: ProxyClaims = {
  ...common,
  purpose: 'proxy',
  relayId: parseId('r', 'r-0000000000000001')!,
  allowed: { rule: 'anyone' },
  idleTimeoutMs: 0,
}
const peer: PeerClaims = { ...common, purpose: 'peer', agentKey, route: 'failover' }
const facts: GrantFacts = {
  deviceId: common.deviceId,
  agentKey,
  peerKey,
  ticketKeys: [createPublicKey(serverKey)],
  nowMs: 999,
  isCut: () => false,
}

const verdictOn = (ticket: string, changed: Partial<GrantFacts> = {}) => {
  const verdict = decideGrant(ticket, { ...facts, ...changed })
  return verdict.ok ? 'granted' : verdict.refusal
}

describe.each<[string, ProxyClaims | PeerClaims]>([
  ['of a relay', proxy],
  ['of a person’s agent', peer],
])('a grant %s', (_who, claims) => {
  const ticket = signTicket(claims, serverKey)
  test.each<[string, string, Partial<GrantFacts>, string]>([
    ['holds for this device and this initiator', ticket, {}, 'granted'],
    ['does not hold when it has expired', ticket, { nowMs: 1000 }, 'the ticket has expired'],
    ['does not hold at another device', ticket, { deviceId: 'd-0000000000000002' }, 'the ticket is for another device'],
    [
      'does not hold for another initiator: it was stolen',
      ticket,
      { peerKey: strangerKeyText },
      'the ticket is for another initiator',
    ],
    [
      'does not hold at an agent that it does not name',
      signTicket({ ...claims, agentKey: strangerKeyText }, serverKey),
      {},
      'the ticket is for another agent',
    ],
    [
      'does not hold by another server',
      signTicket(claims, strangerKey),
      {},
      'the ticket is not signed by a known key, or altered',
    ],
    [
      'does not hold when it was altered',
      ticket.replace(/^(farport1\..{40})(.)/, (_, head: string, one: string) => head + (one === 'A' ? 'B' : 'A')),
      {},
      'the ticket is not signed by a known key, or altered',
    ],
    [
      'does not hold when its connection was cut',
      ticket,
      { isCut: (connectionId) => connectionId === claims.connectionId },
      'the connection was ended',
    ],
  ])('%s', (_name, text, changed, expected) => {
    expect(verdictOn(text, changed)).toBe(expected)
  })
})

test('a ticket that admits to a relay opens no stream', () => {
  const { accountId, deviceId, expiresAt } = common
  const ticket = signTicket({ purpose: 'tunnel', accountId, deviceId, agentKey, expiresAt }, serverKey)
  expect(verdictOn(ticket)).toBe('the ticket is for something else')
})

test('a proxy may name no agent: then any of the device will do', () => {
  expect(verdictOn(signTicket(proxy, serverKey), { agentKey: strangerKeyText })).toBe('granted')
})

const service: ServiceOrder = { id: common.serviceId, host: '127.0.0.1', port: 22, protocol: 'TCP' }

test('only a listed service is connected', () => {
  expect(listedService([service], common)).toBe(service)
  expect(listedService([], common)).toBeUndefined()
  expect(listedService([{ ...service, id: parseId('s', 's-0000000000000002')! }], common)).toBeUndefined()
})

const socks: ServiceOrder = { ...service, application: 49, allow: ['10.0.0.0/8'] }

test.each<[string, ServiceOrder, ServiceOrder[], boolean]>([
  ['while it is listed as it was', service, [{ ...service }], true],
  ['not when it is removed', service, [], false],
  ['not when it has moved to another port', service, [{ ...service, port: 23 }], false],
  ['not when it has moved to another host', service, [{ ...service, host: '127.0.0.2' }], false],
  ['not when it is one of datagrams now', service, [{ ...service, protocol: 'UDP' }], false],
  ['not when it is the SOCKS server now', service, [socks], false],
  ['when it is another kind of page', { ...service, application: 7 }, [{ ...service, application: 8 }], true],
  ['while what it may reach is as it was', socks, [{ ...socks, allow: ['10.0.0.0/8'] }], true],
  ['not when it may reach less', socks, [{ ...socks, allow: [] }], false],
  ['not when it may reach something else', socks, [{ ...socks, allow: ['10.0.0.0/9'] }], false],
])('a stream goes on %s', (_name, connected, services, expected) => {
  expect(isStillListed(services, connected)).toBe(expected)
})
