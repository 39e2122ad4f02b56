import type { AccountId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { actorOf, type Actor } from '../../access/index.ts'
import { devicePolicy } from './device-policy.ts'

const mine = 'a-0000000000000001' as AccountId
const theirs = 'a-0000000000000002' as AccountId
const owner = actorOf({ userId: mine, isOperator: false })
const stranger = actorOf({ userId: theirs, isOperator: true })
const onlooker: Actor = {
  ...stranger,
  grants: [{ accountId: mine, permissions: ['VIEW'], scope: { over: 'account' }, isLicensed: true }],
}
const facts = { accountId: mine, id: 'd-0000000000000001', tagIds: [], share: undefined, isAmongFirst: true }
const online = { ...facts, isOnline: true }
const offline = { ...facts, isOnline: false }
const yes = { allowed: true }
const no = (code: string) => expect.objectContaining({ allowed: false, code })

describe('with a device', () => {
  it.each([
    ['an owner sees it', devicePolicy.view(owner, offline), yes],
    ['a stranger does not', devicePolicy.view(stranger, online), no('unseen')],
    ['an owner connects while it is online', devicePolicy.connect(owner, online), yes],
    ['but not while it is offline', devicePolicy.connect(owner, offline), no('offline')],
    ['an onlooker does not connect', devicePolicy.connect(onlooker, online), no('forbidden')],
    ['nor learns more than that from its state', devicePolicy.connect(onlooker, offline), no('forbidden')],
    ['an owner renames it', devicePolicy.rename(owner, offline), yes],
    ['an onlooker does not', devicePolicy.rename(onlooker, offline), no('forbidden')],
    ['a stranger does not', devicePolicy.rename(stranger, offline), no('unseen')],
    ['an owner deletes it offline', devicePolicy.delete(owner, offline), yes],
    ['but not online', devicePolicy.delete(owner, online), no('online')],
    ['unless it is forced', devicePolicy.delete(owner, online, { force: true }), yes],
    ['a stranger cannot force it', devicePolicy.delete(stranger, online, { force: true }), no('unseen')],
    ['an owner has nothing to leave', devicePolicy.leave(owner, online), no('forbidden')],
    ['a guest leaves', devicePolicy.leave(stranger, { ...online, share: { canScript: false, services: 'all' } }), yes],
    ['an owner registers one', devicePolicy.register(owner, mine), yes],
    ['an onlooker does not', devicePolicy.register(onlooker, mine), no('forbidden')],
  ])('%s', (_, verdict, expected) => {
    expect(verdict).toEqual(expected)
  })
})
