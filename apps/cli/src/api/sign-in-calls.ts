// The REST calls of signing in and out.

import { Secret } from '@farport/basics'
import type { AuthRefusalCode } from '@farport/contract'
import { z } from 'zod'
import type { SignIn } from '../credentials/sign-in-file.ts'
import { CommandRefusal } from '../refusal.ts'
import { safeText } from '../terminal/safe-text.ts'
import { notOurs } from './graphql.ts'
import { postJson, type HttpAnswer } from './http.ts'

const refusalShape = z.object({
  code: z.string(),
  message: z.string(),
  retryAfterSeconds: z.number().optional(),
})

const signedInShape = z.object({
  user: z.object({ email: z.string() }),
  tokens: z.object({ accessToken: z.string(), refreshToken: z.string(), expiresInSeconds: z.number() }),
})

const challengeName = z.enum(['CUSTOM_CHALLENGE', 'SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'WEB_AUTHN'])

const challengeShape = z.object({
  challengeName,
  alternatives: z.array(challengeName),
  challenge: z.string(),
  phoneHint: z.string().optional(),
})

const deviceCodeShape = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  verificationUrl: z.url({ protocol: /^https?$/ }),
  verificationUrlComplete: z.url({ protocol: /^https?$/ }),
  expiresInSeconds: z.number(),
  intervalSeconds: z.number(),
})

export type Challenge = z.infer<typeof challengeShape>
export type DeviceCode = z.infer<typeof deviceCodeShape>

export type SignInStep = { kind: 'signed-in'; signIn: SignIn } | { kind: 'challenged'; challenge: Challenge }

/** What the server refused, with its code. */
export class SignInRefused extends CommandRefusal {
  readonly code: AuthRefusalCode | undefined

  constructor(sentence: string, code: string) {
    super(sentence)
    this.name = 'SignInRefused'
    this.code = code as AuthRefusalCode // compared with those that this version knows, and with nothing else
  }
}

export async function signInByPassword(serverUrl: string, email: string, password: string): Promise<SignInStep> {
  return stepOf(serverUrl, await postJson(`${serverUrl}/auth/v1/sign-in/email`, { email, password }))
}

export async function answerChallenge(
  serverUrl: string,
  reply: { challenge: string; name: string; code: string },
): Promise<SignInStep> {
  return stepOf(serverUrl, await postJson(`${serverUrl}/auth/v1/sign-in/challenge`, reply))
}

export async function askForDeviceCode(serverUrl: string, client: string): Promise<DeviceCode> {
  const answer = await postJson(`${serverUrl}/auth/v1/device/code`, { client })
  const code = deviceCodeShape.safeParse(answer.body)
  if (answer.status === 200 && code.success) return code.data
  throw refusalOf(serverUrl, answer)
}

/** Refused until somebody has allowed it. */
export async function takeDeviceToken(serverUrl: string, deviceCode: string): Promise<SignInStep> {
  return stepOf(serverUrl, await postJson(`${serverUrl}/auth/v1/device/token`, { deviceCode }))
}

/** Undefined when the session has ended. */
export async function exchangeToken({ serverUrl, refreshToken }: SignIn): Promise<SignIn | undefined> {
  const answer = await postJson(`${serverUrl}/auth/v1/token`, { refreshToken: refreshToken?.reveal() })
  if (answer.status === 401) return undefined
  const step = stepOf(serverUrl, answer)
  if (step.kind === 'challenged') throw notOurs(serverUrl, answer.status)
  return step.signIn
}

/** Ends the session on the server too. False when the server had ended it before. */
export async function signOut({ serverUrl, token, refreshToken }: SignIn): Promise<boolean> {
  const { status } = await postJson(
    `${serverUrl}/auth/v1/sign-out`,
    { refreshToken: refreshToken?.reveal() },
    { kind: 'token', live: () => Promise.resolve(token) },
  )
  return status === 200
}

function stepOf(serverUrl: string, answer: HttpAnswer): SignInStep {
  if (answer.status === 200) {
    const signedIn = signedInShape.safeParse(answer.body)
    if (signedIn.success) {
      const { user, tokens } = signedIn.data
      const signIn = {
        serverUrl,
        email: user.email,
        token: new Secret(tokens.accessToken),
        expiresAtMs: Date.now() + tokens.expiresInSeconds * 1000,
        refreshToken: new Secret(tokens.refreshToken),
      }
      return { kind: 'signed-in', signIn }
    }
    const challenge = challengeShape.safeParse(answer.body)
    if (challenge.success) return { kind: 'challenged', challenge: challenge.data }
  }
  throw refusalOf(serverUrl, answer)
}

function refusalOf(serverUrl: string, { status, headers, body }: HttpAnswer): CommandRefusal {
  const refusal = refusalShape.safeParse(body)
  if (!refusal.success || status < 400) return notOurs(serverUrl, status)
  const { code, message } = refusal.data
  return new SignInRefused(sentenceOf(status, { code, message }, headers.get('retry-after')), code)
}

function sentenceOf(status: number, refusal: { code: string; message: string }, retryAfter: string | null): string {
  switch (refusal.code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return 'The e-mail address or the password is not right.'
    case 'EMAIL_NOT_VERIFIED':
      return 'This e-mail address is not verified yet. Open the link in the mail that came when you signed up.'
    default:
      if (status === 429)
        return `Too many attempts. Try again ${retryAfter === null ? 'later' : `in ${retryAfter} seconds`}.`
      return safeText(refusal.message)
  }
}
