import type { AccountId, ServiceId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { actorOf } from '../../access/index.ts'
import { servicePolicy } from './service-policy.ts'

const mine = 'a-0000000000000001' as AccountId
const owner = actorOf({ userId: mine, isOperator: false })
const stranger = actorOf({ userId: 'a-0000000000000002' as AccountId, isOperator: true })
const ssh = { id: 's-0000000000000001' as ServiceId, enabled: true, application: 28 }
const facts = { accountId: mine, id: 'd-0000000000000001', tagIds: [], share: undefined, isAmongFirst: true }
const online = { ...facts, isOnline: true }
const offline = { ...facts, isOnline: false }

describe('connecting to a service', () => {
  it.each([
    ['of an own device that is online', owner, ssh, online, undefined],
    ['of a device that is offline', owner, ssh, offline, 'offline'],
    ['that is disabled', owner, { ...ssh, enabled: false }, online, 'offline'],
    ['that speaks UDP', owner, { ...ssh, application: 32_770 }, online, undefined],
    ['of a stranger, whatever it is', stranger, { ...ssh, enabled: false, application: 32_770 }, offline, 'unseen'],
  ] as const)('%s', (_, actor, service, device, code) => {
    const verdict = servicePolicy.connect(actor, service, device)
    expect(verdict.allowed ? undefined : verdict.code).toBe(code)
  })
})
