import { createPublicKey } from 'node:crypto'
import { generatePrivateKey, publicKeyText, signTicket, type ProxyClaims, type ServiceOrder } from '@farport/protocol'
import { parseConnectionId, parseId } from '@farport/vocabulary'
import { describe, expect, test } from 'vitest'
import { decideGrant, isStillListed, listedService, type GrantFacts } from './grant-rules.ts'

const serverKey = generatePrivateKey()
const strangerKey = generatePrivateKey()
const peerKey = publicKeyText(generatePrivateKey())

const claims: ProxyClaims = {
  purpose: 'proxy',
  connectionId: parseConnectionId('00000000-0000-4000-8000-000000000001')!,
  accountId: parseId('a', 'a-0000000000000001')!,
  deviceId: parseId('d', 'd-0000000000000001')!,
  serviceId: parseId('s', 's-0000000000000001')!,
  relayId: parseId('r', 'r-0000000000000001')!,
  initiatorKey: peerKey,
  allowed: { rule: 'anyone' },
  idleTimeoutMs: 0,
  expiresAt: 1000,
}
const facts: GrantFacts = { deviceId: claims.deviceId, peerKey, ticketKeys: [createPublicKey(serverKey)], nowMs: 999 }
const ticket = signTicket(claims, serverKey)

describe('a grant', () => {
  const rows: [string, string, Partial<GrantFacts>, string][] = [
    ['holds for this device and this initiator', ticket, {}, 'granted'],
    ['does not hold when it has expired', ticket, { nowMs: 1000 }, 'the ticket has expired'],
    ['does not hold at another device', ticket, { deviceId: 'd-0000000000000002' }, 'the ticket is for another device'],
    [
      'does not hold for another initiator: it was stolen',
      ticket,
      { peerKey: publicKeyText(strangerKey) },
      'the ticket is for another initiator',
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
      'does not hold when it admits to a relay',
      signTicket(
        {
          purpose: 'tunnel',
          accountId: claims.accountId,
          deviceId: claims.deviceId,
          agentKey: peerKey,
          expiresAt: 1000,
        },
        serverKey,
      ),
      {},
      'the ticket is for something else',
    ],
  ]
  test.each(rows)('%s', (_name, text, changed, expected) => {
    const verdict = decideGrant(text, { ...facts, ...changed })
    expect(verdict.ok ? 'granted' : verdict.refusal).toBe(expected)
  })
})

const service: ServiceOrder = { id: claims.serviceId, host: '127.0.0.1', port: 22, protocol: 'TCP' }

test('only a listed service is connected', () => {
  expect(listedService([service], claims)).toBe(service)
  expect(listedService([], claims)).toBeUndefined()
  expect(listedService([{ ...service, id: parseId('s', 's-0000000000000002')! }], claims)).toBeUndefined()
})

test.each<[string, ServiceOrder[], boolean]>([
  ['while it is listed as it was', [service], true],
  ['not when it is removed', [], false],
  ['not when it has moved to another port', [{ ...service, port: 23 }], false],
  ['not when it has moved to another host', [{ ...service, host: '127.0.0.2' }], false],
])('a stream goes on %s', (_name, services, expected) => {
  expect(isStillListed(services, service)).toBe(expected)
})
