// The REST calls of signing in and out.

import { Secret } from '@farport/basics'
import { z } from 'zod'
import type { SignIn } from '../credentials/sign-in-file.ts'
import { CommandRefusal } from '../refusal.ts'
import { safeText } from '../terminal/safe-text.ts'
import { notOurs } from './graphql.ts'
import { postJson } from './http.ts'

const refusalShape = z.object({ code: z.string().optional(), message: z.string().optional() })

export async function signIn(serverUrl: string, email: string, password: string): Promise<SignIn> {
  const { status, headers, body } = await postJson(`${serverUrl}/auth/v1/sign-in/email`, { email, password })
  const token = headers.get('set-auth-token')
  if (status === 200 && token !== null) return { serverUrl, email, token: new Secret(token) }
  const refusal = refusalShape.safeParse(body)
  if (!refusal.success || status < 400) throw notOurs(serverUrl, status)
  throw new CommandRefusal(refusalSentence(status, refusal.data, headers.get('retry-after')))
}

/** Ends the session on the server too. False when the server had ended it before. */
export async function signOut({ serverUrl, token }: SignIn): Promise<boolean> {
  const { status } = await postJson(`${serverUrl}/auth/v1/sign-out`, {}, { kind: 'token', token })
  return status === 200
}

function refusalSentence(
  status: number,
  { code, message }: z.infer<typeof refusalShape>,
  retryAfter: string | null,
): string {
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return 'The e-mail address or the password is not right.'
    case 'EMAIL_NOT_VERIFIED':
      return 'This e-mail address is not verified yet. Open the link in the mail that came when you signed up.'
    default:
      if (status === 429)
        return `Too many attempts. Try again ${retryAfter === null ? 'later' : `in ${retryAfter} seconds`}.`
      return safeText(message ?? `The server refused (status ${status}).`)
  }
}
