import { permissions, type AccountId, type Permission } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { actorOf } from '../../access/index.ts'
import { organizationPolicy } from './organization-policy.ts'

const firm = 'a-0000000000000001' as AccountId // well-formed, for tests, as all below
const person = 'a-0000000000000002' as AccountId // see above

const owner = actorOf({ userId: firm, isOperator: false })
const stranger = actorOf({ userId: person, isOperator: true })
const member = (...granted: Permission[]) =>
  actorOf({ userId: person, isOperator: false }, [
    { accountId: firm, permissions: granted, scope: { over: 'nothing' }, isLicensed: false },
  ])

const admins = 'You need admin privileges to change this organization.'
const managers = 'Please contact the organization owner to request device manager privileges.'
const owners = 'Only the owner can delete the organization.'
const members = 'The owner cannot leave the organization, only delete it.'

describe('an organization', () => {
  it.each([
    ['change', 'its owner', owner, true],
    ['change', 'an admin', member('VIEW', 'ADMIN'), true],
    ['change', 'a member with all else', member('VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE'), admins],
    ['change', 'a member without a role', member(), admins],
    ['seeGuests', 'its owner', owner, true],
    ['seeGuests', 'a manager', member('VIEW', 'MANAGE'), true],
    ['seeGuests', 'an admin who does not manage', member('VIEW', 'ADMIN'), managers],
    ['delete', 'its owner', owner, true],
    ['delete', 'an admin', member(...permissions), owners],
    ['leave', 'its owner', owner, members],
    ['leave', 'a member without a role', member(), true],
    ['view', 'a member without a role', member(), true],
  ] as const)('%s: %s', (deed, _, actor, expected) => {
    const verdict = organizationPolicy[deed](actor, firm)
    expect(verdict.allowed || verdict.reason).toBe(expected)
  })

  it.each(['view', 'change', 'seeGuests', 'delete', 'leave'] as const)(
    'does not exist to a stranger who wants to %s',
    (deed) => {
      expect(organizationPolicy[deed](stranger, firm)).toMatchObject({ allowed: false, code: 'unseen' })
    },
  )
})
