// Begins a session for somebody who has proven who they are.

import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database'
import type { IdentityContext } from '../../context.ts'
import type { Account } from '../../identity.ts'
import { sessionEnd, sessionsPerPersonMax } from '../session.ts'
import { addSession, removeOldestSessions } from '../session-store.ts'
import { endCredential, type CredentialEnder } from './end-credential.ts'
import { tellOfNewPlace, type PlaceTeller } from './tell-of-sign-ins.ts'
import { grantSession, type SessionGrant, type SessionGranter } from './grant-session.ts'

export interface SessionStart {
  account: Account
  /** False: it ends with the browser. */
  rememberMe: boolean
  /** Where it begins: the peer's address. */
  source: string
  /** Of the request, for what program it begins in. */
  headers: Headers
}

export type SessionOpener = SessionGranter & CredentialEnder & PlaceTeller & Pick<IdentityContext, 'clock'>

const userAgentLengthMax = 300

export async function openSession(means: SessionOpener, tx: Tx, start: SessionStart): Promise<SessionGrant> {
  const { account, rememberMe, source, headers } = start
  const nowMs = means.clock.now()
  const session = {
    id: randomUUID(),
    userId: account.id,
    expiresAt: sessionEnd(nowMs, rememberMe),
    isRemembered: rememberMe,
    address: source,
    userAgent: headers.get('user-agent')?.slice(0, userAgentLengthMax) ?? null,
    now: new Date(nowMs),
  }
  await tellOfNewPlace(means, tx, { account, source, userAgent: session.userAgent })
  await addSession(tx, session)
  const ended = await removeOldestSessions(tx, account.id, sessionsPerPersonMax)
  for (const id of ended) {
    await endCredential(means, tx, { userId: account.id, accessKey: undefined, sessionId: id, credentialIds: [id] })
  }
  return grantSession(means, { ...session, generation: 0 })
}
