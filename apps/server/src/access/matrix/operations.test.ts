import type { RefusalCode } from '@farport/contract'
import { loadSchema } from '@farport/contract/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actors, owner, type ActorRow } from './test-actors.ts'
import { createMatrix, type Matrix } from './test-matrix.ts'
import { lastOperation, laterOperations, operations, type OperationRow } from './test-operations.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await createMatrix()
})
afterAll(() => matrix[Symbol.asyncDispose]())

function expectedOf(row: OperationRow, actor: ActorRow): RefusalCode | 'done' {
  if (row.expected !== undefined) return row.expected(actor)
  if (actor.isNobody !== undefined) return 'UNAUTHENTICATED'
  const permissions = actor.may[row.on]
  if (permissions.includes(row.needs)) return row.outcome ?? 'done'
  const isSeen = row.on === 'account' ? actor.isMember : permissions.includes('VIEW')
  return isSeen ? 'FORBIDDEN' : 'NOT_FOUND'
}

async function tryWithAll(row: OperationRow, everybody: readonly ActorRow[]): Promise<void> {
  const outcomes: Record<string, string> = {}
  for (const actor of everybody) {
    const { code } = await matrix.ask(actor, (one) => `mutation { ${row.ask(one)} }`)
    outcomes[actor.name] = code ?? 'done'
  }
  expect(outcomes).toEqual(Object.fromEntries(everybody.map((actor) => [actor.name, expectedOf(row, actor)])))
}

const rows = [...operations, ...laterOperations].map((row) => [[row.field, row.how].join(' ').trim(), row] as const)

describe.each(rows)('%s', (_, row) => {
  it('is done for those who may, and refused to everybody else', () => tryWithAll(row, actors))
})

it('deleteOrganization is the owner’s alone', () =>
  tryWithAll(lastOperation, [...actors.filter((actor) => actor !== owner), owner]))

it('every mutation of the contract stands in the table, but for those that only know the person', () => {
  const known = new Set([...operations, ...laterOperations, lastOperation].map(({ field }) => field))
  const personal = ['createAccessKey', 'updateAccessKey', 'deleteAccessKey', 'createAccount', 'updateAccount']
  const notifying = ['setNotificationSettings', 'readNotifications', 'testWebhook']
  expect([...known, ...personal, ...notifying].toSorted()).toEqual(
    Object.keys(loadSchema().getMutationType()?.getFields() ?? {}).toSorted(),
  )
})
