import { permissions, type AccountId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { decide, decideOperator, grantsWith, ownerActor, permissionsOn, type Actor } from './index.ts'

const mine = 'a-0000000000000001' as AccountId // well-formed, for tests
const theirs = 'a-0000000000000002' as AccountId // likewise
const owner = ownerActor({ userId: mine, isOperator: false })
const operator = ownerActor({ userId: mine, isOperator: true })
const onlooker: Actor = {
  ...owner,
  grants: [{ accountId: theirs, permissions: ['VIEW'], scope: { over: 'account' } }],
}

describe('access', () => {
  it.each(permissions)('an owner has %s on what is theirs', (permission) => {
    expect(decide(owner, permission, { accountId: mine })).toEqual({ allowed: true })
  })

  it.each(permissions)('a stranger does not learn that the thing exists, asking for %s', (permission) => {
    expect(decide(owner, permission, { accountId: theirs })).toMatchObject({ allowed: false, code: 'unseen' })
  })

  it('being the operator opens no door to what belongs to others', () => {
    expect(decide(operator, 'VIEW', { accountId: theirs })).toMatchObject({ allowed: false, code: 'unseen' })
    expect(decideOperator(operator)).toEqual({ allowed: true })
    expect(decideOperator(owner)).toMatchObject({ allowed: false, code: 'forbidden' })
  })

  it('who may only look is told what is missing', () => {
    expect(decide(onlooker, 'VIEW', { accountId: theirs })).toEqual({ allowed: true })
    expect(decide(onlooker, 'CONNECT', { accountId: theirs })).toEqual({
      allowed: false,
      code: 'forbidden',
      reason: 'You need the connect permission.',
    })
    expect(permissionsOn(onlooker, { accountId: theirs })).toEqual(['VIEW'])
  })

  it('lists are limited to the grants that carry the permission', () => {
    expect(grantsWith(onlooker, 'VIEW').map((grant) => grant.accountId)).toEqual([theirs])
    expect(grantsWith(onlooker, 'MANAGE')).toEqual([])
  })
})
