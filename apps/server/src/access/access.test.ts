import { permissions, type AccountId, type DeviceId, type ServiceId, type TagId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import {
  actorOf,
  decide,
  decideInAccount,
  decideOperator,
  decideService,
  permissionsOn,
  type Grant,
  type ResourceFacts,
} from './index.ts'

const mine = 'a-0000000000000001' as AccountId // well-formed, for tests, as all below
const theirs = 'a-0000000000000002' as AccountId // see above
const [red, blue] = ['g-0000000000000001' as TagId, 'g-0000000000000002' as TagId] // see above
const [ssh, web] = ['s-0000000000000001' as ServiceId, 's-0000000000000002' as ServiceId] // see above
const device = 'd-0000000000000001' as DeviceId // see above

const owner = actorOf({ userId: mine, isOperator: false })
const operator = actorOf({ userId: mine, isOperator: true })
const member = (role: Partial<Grant>) =>
  actorOf({ userId: mine, isOperator: false }, [
    { accountId: theirs, permissions: ['VIEW', 'CONNECT'], scope: { over: 'account' }, isLicensed: true, ...role },
  ])
const thing = (facts: Partial<ResourceFacts> = {}): ResourceFacts => ({
  accountId: theirs,
  id: device,
  tagIds: [],
  share: undefined,
  isAmongFirst: true,
  ...facts,
})

describe('access', () => {
  it.each(permissions)('an owner has %s on what is theirs', (permission) => {
    expect(decide(owner, permission, thing({ accountId: mine }))).toEqual({ allowed: true })
  })

  it.each(permissions)('a stranger does not learn that the thing exists, asking for %s', (permission) => {
    expect(decide(owner, permission, thing())).toMatchObject({ allowed: false, code: 'unseen' })
  })

  it('being the operator opens no door to what belongs to others', () => {
    expect(decide(operator, 'VIEW', thing())).toMatchObject({ allowed: false, code: 'unseen' })
    expect(decideOperator(operator)).toEqual({ allowed: true })
    expect(decideOperator(owner)).toMatchObject({ allowed: false, code: 'forbidden' })
  })

  it('who may only look is told what is missing', () => {
    expect(decide(member({ permissions: ['VIEW'] }), 'CONNECT', thing())).toEqual({
      allowed: false,
      code: 'forbidden',
      reason: 'You need the connect permission.',
    })
  })

  it.each([
    ['the whole account', { over: 'account' }, {}, true],
    ['nothing', { over: 'nothing' }, {}, false],
    [
      'any of two tags, of which it has one',
      { over: 'tags', operator: 'ANY', tagIds: [red, blue] },
      { tagIds: [red] },
      true,
    ],
    ['any of two tags, of which it has none', { over: 'tags', operator: 'ANY', tagIds: [red, blue] }, {}, false],
    [
      'all of two tags, of which it has one',
      { over: 'tags', operator: 'ALL', tagIds: [red, blue] },
      { tagIds: [red] },
      false,
    ],
    [
      'all of two tags, which it has',
      { over: 'tags', operator: 'ALL', tagIds: [red, blue] },
      { tagIds: [blue, red] },
      true,
    ],
    ['a list with it', { over: 'devices', deviceIds: [device] }, {}, true],
    ['a list without it', { over: 'devices', deviceIds: ['d-0000000000000009'] }, {}, false],
  ] as const)('a role over %s', (_, scope, facts, isSeen) => {
    expect(decide(member({ scope }), 'VIEW', thing(facts)).allowed).toBe(isSeen)
  })

  it.each([
    ['sees any device', 'VIEW', false, { allowed: true }],
    ['connects to one of the first', 'CONNECT', true, { allowed: true }],
    ['does not connect to another', 'CONNECT', false, expect.objectContaining({ code: 'unlicensed' })],
  ] as const)('a member without a licence %s', (_, permission, isAmongFirst, verdict) => {
    expect(decide(member({ isLicensed: false }), permission, thing({ isAmongFirst }))).toEqual(verdict)
  })

  it.each([
    [false, ['VIEW', 'CONNECT']],
    [true, ['VIEW', 'CONNECT', 'SCRIPTING']],
  ] as const)('what a guest may do, when scripting is %s', (canScript, expected) => {
    expect(permissionsOn(owner, thing({ share: { canScript, services: 'all' } }))).toEqual(expected)
  })

  it('a guest of one service reaches that one', () => {
    const shared = thing({ share: { canScript: false, services: [ssh] } })
    expect(decideService(owner, 'CONNECT', shared, ssh)).toEqual({ allowed: true })
    expect(decideService(owner, 'CONNECT', shared, web)).toMatchObject({ code: 'unseen' })
    expect(decide(owner, 'VIEW', shared)).toEqual({ allowed: true })
  })

  it('a member reaches every service of what the role covers, also of what is shared with them in part', () => {
    const shared = thing({ share: { canScript: false, services: [ssh] } })
    expect(decideService(member({}), 'CONNECT', shared, web)).toEqual({ allowed: true })
  })

  it('what is of the account itself asks for the permission, not for the scope', () => {
    const manager = member({ permissions: ['VIEW', 'MANAGE'], scope: { over: 'nothing' } })
    expect(decideInAccount(manager, 'MANAGE', theirs)).toEqual({ allowed: true })
    expect(decideInAccount(manager, 'ADMIN', theirs)).toMatchObject({ code: 'forbidden' })
    expect(decideInAccount(owner, 'VIEW', theirs)).toMatchObject({ code: 'unseen' })
  })
})
