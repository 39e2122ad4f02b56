import type { AccountId, Permission } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { actorOf, type Grant, type ResourceFacts, type Share } from '../../access/index.ts'
import { tagPolicy } from './tag-policy.ts'

const me = 'a-0000000000000001' as AccountId // well-formed, for tests, as all below
const firm = 'a-0000000000000002' as AccountId // see above
const other = 'a-0000000000000003' as AccountId // see above

const owner = actorOf({ userId: me, isOperator: false })
const member = (permissions: Permission[], scope: Grant['scope'] = { over: 'account' }) =>
  actorOf({ userId: me, isOperator: false }, [{ accountId: firm, permissions, scope, isLicensed: true }])
const admin = member(['VIEW', 'ADMIN'])
const device = (accountId: AccountId, share?: Share): ResourceFacts => ({
  accountId,
  id: 'd-0000000000000001',
  tagIds: [],
  share,
  isAmongFirst: true,
})
const shared: Share = { canScript: false, services: [] }

describe('a device is tagged', () => {
  it.each([
    ['with my tags: my own', owner, me, device(me), 'allowed'],
    ['with my tags: one that is shared with me', owner, me, device(firm, shared), 'allowed'],
    ['with my tags: a stranger’s', owner, me, device(other), 'unseen'],
    ['with my tags: one of a firm I work for', admin, me, device(firm), 'forbidden'],
    ['with the firm’s tags: one of its own', admin, firm, device(firm), 'allowed'],
    ['with the firm’s tags: mine', admin, firm, device(me), 'forbidden'],
    [
      'with the firm’s tags: one that is shared with me, not with the firm',
      admin,
      firm,
      device(other, shared),
      'forbidden',
    ],
    ['with the firm’s tags, without ADMIN', member(['VIEW', 'MANAGE']), firm, device(firm), 'forbidden'],
    [
      'with the firm’s tags: one that my role does not reach',
      member(['VIEW', 'ADMIN'], { over: 'devices', deviceIds: [] }),
      firm,
      device(firm),
      'unseen',
    ],
  ] as const)('%s', (_, actor, accountId, facts, expected) => {
    const verdict = tagPolicy.tagDevice(actor, accountId, facts)
    expect(verdict.allowed ? 'allowed' : verdict.code).toBe(expected)
  })

  it.each([
    ['to its owner', owner, me, me],
    ['to a member', admin, firm, firm],
    ['to a guest', owner, firm, me],
  ])('%s it shows the tags of the right account', (_, actor, accountId, whose) => {
    expect(tagPolicy.usualAccount(actor, { accountId })).toBe(whose)
  })
})
