// The first sign-in of the person who runs this installation: by a link that the server prints at its start.

import { randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import type { AccountId } from '@farport/vocabulary'
import type { Clock } from '#platform/clock'
import { violatedConstraint, type Database } from '#platform/database'
import type { Ids } from '#platform/ids'
import type { IdentityContext } from '../../context.ts'
import { parseEmail, type Account, type SignInRefusal } from '../../identity.ts'
import * as store from '../../identity-store.ts'
import { hashNewPassword } from '../../passwords/operations/hash-password.ts'
import { hashLinkToken, linkTokenMsMax, newLinkToken } from '#platform/link-tokens'
import { throttled, type SignInGuard } from '../../sign-in-budgets.ts'

/** Until the operator chooses one; nobody can get mail there. */
const placeholderEmail = 'operator@farport.invalid'

/** Makes the operator's account at the first start. */
export async function ensureOperator({ database, ids }: { database: Database; ids: Ids }): Promise<Account> {
  const known = await store.operator(database.queries)
  if (known !== undefined) return known
  await database.transaction((tx) => store.addOperator(tx, { id: ids('a'), email: placeholderEmail }))
  const made = await store.operator(database.queries)
  if (made === undefined) throw new Error('the operator’s account could not be made')
  return made
}

/** The path of a new link that signs the operator in once, or undefined when there is a password already. */
export async function newWelcomePath(
  operator: Account,
  { database, clock }: { database: Database; clock: Clock },
): Promise<string | undefined> {
  if (await store.hasPassword(database.queries, operator.id)) return undefined
  const token = newLinkToken()
  const expiresAt = new Date(clock.now() + linkTokenMsMax)
  const hash = hashLinkToken(token.reveal())
  await database.transaction((tx) =>
    store.addLinkToken(tx, { hash, purpose: 'welcome', userId: operator.id, expiresAt }),
  )
  return `/welcome?token=${token.reveal()}`
}

/** Uses a link up. Its owner is then to be signed in. */
export async function openWelcome(
  request: { token: string; source: string },
  { database, clock, guard }: { database: Database; clock: Clock; guard: SignInGuard },
): Promise<Result<Account, SignInRefusal>> {
  const spent = await guard.spend(['link-address', request.source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const token = { hash: hashLinkToken(request.token), purpose: 'welcome', now: new Date(clock.now()) } as const
  const account = await database.transaction(async (tx) => {
    const id = await store.useLinkToken(tx, token)
    return id === undefined ? undefined : (await store.accountsByIds(tx, [id])).get(id)
  })
  const message = 'This link is used up or too old. Restart Farport to get a new one.'
  return account === undefined ? refuse({ status: 400, code: 'INVALID_TOKEN', message }) : accept(account)
}

/** Gives an account without a password its e-mail address and password. */
export async function completeWelcome(
  request: { accountId: AccountId; email: string; password: string; source: string },
  means: Pick<IdentityContext, 'database' | 'passwords'>,
): Promise<Result<undefined, SignInRefusal>> {
  const email = parseEmail(request.email)
  if (!email.ok) return email
  const hash = await hashNewPassword(means, request)
  if (!hash.ok) return hash
  try {
    await means.database.transaction(async (tx) => {
      await store.setVerifiedEmail(tx, request.accountId, email.value)
      await store.addPassword(tx, { id: randomUUID(), userId: request.accountId, hash: hash.value })
      await store.removeLinkTokens(tx, request.accountId, 'welcome')
    })
    return accept(undefined)
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'user_email_key') return refuse(emailTaken)
    if (constraint === 'credential_provider_key') return refuse(hasPasswordAlready)
    throw error
  }
}

const emailTaken: SignInRefusal = {
  status: 409,
  code: 'USERNAME_EXISTS',
  message: 'There is another account with this e-mail address.',
}

const hasPasswordAlready: SignInRefusal = {
  status: 409,
  code: 'CONFLICT',
  message: 'This account has a password already.',
}
