// The `accountId` that mutations take: which account the viewer acts for.

import { parseId, type AccountId } from '@farport/vocabulary'
import { actsFor, noSuchAccount, type Actor } from '../access/index.ts'
import { refusalError } from './refusal.ts'

/** The viewer's own without one. Throws the refusal for an account that the viewer does not act for. */
export function accountArgument(actor: Actor, text: string | null | undefined): AccountId {
  if (text === null || text === undefined) return actor.userId
  const id = parseId('a', text)
  if (id !== undefined && actsFor(actor, id)) return id
  throw refusalError(noSuchAccount)
}
