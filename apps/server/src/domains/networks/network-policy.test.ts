import type { AccountId, DeviceId, Permission, ServiceId, TagId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { actorOf, type Actor, type Grant, type ResourceFacts, type Share } from '../../access/index.ts'
import { networkPolicy } from './network-policy.ts'

const me = 'a-0000000000000001' as AccountId // well-formed, for tests, as all below
const firm = 'a-0000000000000002' as AccountId // see above
const lab = 'g-0000000000000001' as TagId // see above
const service = { id: 's-0000000000000001' as ServiceId } // see above
const deviceId = 'd-0000000000000001' as DeviceId // see above

const owner = actorOf({ userId: me, isOperator: false })
const member = (permissions: Permission[], scope: Grant['scope'] = { over: 'account' }) =>
  actorOf({ userId: me, isOperator: false }, [{ accountId: firm, permissions, scope, isLicensed: true }])
const all: Share = { canScript: false, services: 'all' }
const network = (accountId: AccountId, facts: Partial<ResourceFacts> = {}): ResourceFacts => ({
  accountId,
  id: 'n-0000000000000001',
  tagIds: [],
  share: undefined,
  isAmongFirst: true,
  ...facts,
})
const device = (accountId: AccountId, facts: Partial<ResourceFacts> = {}) => ({
  ...network(accountId, facts),
  id: deviceId,
  isOnline: false,
})

type Deed = 'view' | 'manage' | 'share' | 'leave' | 'tag' | 'viewTags'
const deeds: Deed[] = ['view', 'manage', 'share', 'leave', 'tag', 'viewTags']

describe('with a network', () => {
  it.each<[string, Actor, ResourceFacts, Deed[]]>([
    ['its owner', owner, network(me), ['view', 'manage', 'share', 'tag', 'viewTags']],
    ['a stranger', owner, network(firm), []],
    ['a guest', owner, network(firm, { share: all }), ['view', 'leave']],
    ['a member who may look', member(['VIEW']), network(firm), ['view', 'viewTags']],
    ['a manager', member(['VIEW', 'MANAGE']), network(firm), ['view', 'manage', 'share', 'viewTags']],
    ['an administrator', member(['VIEW', 'ADMIN']), network(firm), ['view', 'tag', 'viewTags']],
    [
      'a manager of what carries a tag, which it does',
      member(['VIEW', 'MANAGE'], { over: 'tags', operator: 'ANY', tagIds: [lab] }),
      network(firm, { tagIds: [lab] }),
      ['view', 'manage', 'share', 'viewTags'],
    ],
    [
      'a manager of what carries a tag, which it does not',
      member(['VIEW', 'MANAGE', 'ADMIN'], { over: 'tags', operator: 'ANY', tagIds: [lab] }),
      network(firm),
      ['viewTags'],
    ],
    [
      'a manager of some devices',
      member(['VIEW', 'MANAGE'], { over: 'devices', deviceIds: [deviceId] }),
      network(firm),
      ['viewTags'],
    ],
  ])('%s may do this', (_, actor, facts, expected) => {
    expect(deeds.filter((deed) => networkPolicy[deed](actor, facts).allowed)).toEqual(expected)
  })
})

describe('a service comes into a network, and goes', () => {
  const guestOf = 'You can not modify the networks of a device shared to you.'
  const notManager = 'You must be the device owner or manager to modify the networks of this service.'

  it.each([
    ['of the owner', owner, network(me), device(me), undefined],
    ['of a manager of the account', member(['VIEW', 'MANAGE']), network(firm), device(firm), undefined],
    ['of a device that is shared with its owner', owner, network(me), device(firm, { share: all }), guestOf],
    [
      'of another account of its manager',
      member(['VIEW', 'MANAGE']),
      network(me),
      device(firm),
      'A network takes services of its own account only.',
    ],
    ['of a device that is only to be looked at', member(['VIEW']), network(firm), device(firm), notManager],
  ])('%s', (_, actor, into, of, reason) => {
    const verdict = networkPolicy.changeService(actor, into, { service, device: of })
    expect(verdict.allowed ? undefined : verdict.reason).toBe(reason)
  })

  it('of a device that is not seen at all looks like none', () => {
    const verdict = networkPolicy.changeService(owner, network(me), { service, device: device(firm) })
    expect(verdict).toMatchObject({ allowed: false, code: 'unseen' })
  })

  it('that is not among the shared ones looks like none', () => {
    const share: Share = { canScript: false, services: [] }
    const verdict = networkPolicy.changeService(owner, network(me), { service, device: device(firm, { share }) })
    expect(verdict).toMatchObject({ allowed: false, code: 'unseen' })
  })
})
