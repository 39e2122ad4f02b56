// Begins a session for somebody who has proven who they are.

import type { Auth } from '../../auth-store.ts'
import type { Account } from '../../identity.ts'

export interface SessionStart {
  account: Account
  /** False: it ends with the browser. */
  rememberMe: boolean
  /** Of the request: where the session began, and with what program. */
  headers: Headers
}

export interface OpenedSession {
  /** Of the answer: the cookie, and the bearer token. */
  headers: Headers
}

export async function openSession({ auth }: { auth: Auth }, start: SessionStart): Promise<OpenedSession> {
  const { account, rememberMe, headers } = start
  const answer = await auth.api.openSession({ body: { userId: account.id, rememberMe }, headers, asResponse: true })
  if (!answer.ok) throw new Error(`better-auth answered with ${answer.status}`)
  return { headers: answer.headers }
}
