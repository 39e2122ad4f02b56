// The `accountId` that operations take: which account the viewer means. Whether they may act for it is asked by each.

import { parseId, type AccountId } from '@farport/vocabulary'
import { noSuchAccount, type Actor } from '../access/index.ts'
import { refusalError } from './refusal.ts'

/** The viewer's own without one. Throws the refusal for what is no account's id. */
export function accountArgument(actor: Actor, text: string | null | undefined): AccountId {
  if (text === null || text === undefined) return actor.userId
  const id = parseId('a', text)
  if (id === undefined) throw refusalError(noSuchAccount)
  return id
}
