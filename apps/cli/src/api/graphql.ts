// One question to the GraphQL API: a typed document, its variables, and an answer that was parsed.

import { z } from 'zod'
import { CommandRefusal } from '../refusal.ts'
import { safeText } from '../terminal/safe-text.ts'
import type { Credential } from './authorization.ts'
import { postJson } from './http.ts'

export interface Document<Answer, Variables> {
  text: string
  answer: z.ZodType<Answer>
  /** Never set: it carries the type of the variables. */
  variables?: Variables
}

export const defineDocument =
  <Variables extends object>() =>
  <Answer>(text: string, answer: z.ZodType<Answer>): Document<Answer, Variables> => ({ text, answer })

const envelope = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ code: z.string().optional(), retryAfterSeconds: z.number().optional() }).optional(),
      }),
    )
    .optional(),
})

/** A server, and who asks there. */
export interface Access {
  serverUrl: string
  credential: Credential
  /** Of the credential, as a person knows it. */
  name: string
}

/** Refused with the server's own sentence, and what to do where we know more than the server. */
export async function ask<Answer, Variables extends object>(
  { serverUrl, credential }: Pick<Access, 'serverUrl' | 'credential'>,
  document: Document<Answer, Variables>,
  variables: Variables,
): Promise<Answer> {
  const { status, body } = await postJson(`${serverUrl}/graphql/v1`, { query: document.text, variables }, credential)
  const parsed = envelope.safeParse(body)
  if (!parsed.success) throw notOurs(serverUrl, status)
  const [error] = parsed.data.errors ?? []
  if (error !== undefined) {
    const { code = 'FAULT', retryAfterSeconds } = error.extensions ?? {}
    throw new ApiRefusal(sentenceOf(safeText(error.message), { code, retryAfterSeconds, credential }), code)
  }
  const answer = document.answer.safeParse(parsed.data.data)
  if (!answer.success) {
    throw new CommandRefusal(`${serverUrl} answered in words that this version does not know. Upgrade farport.`, 1, {
      cause: answer.error,
    })
  }
  return answer.data
}

/** What the server refused, with its code from the contract's closed list. */
export class ApiRefusal extends CommandRefusal {
  readonly code: string

  constructor(sentence: string, code: string) {
    super(sentence)
    this.name = 'ApiRefusal'
    this.code = code
  }
}

function sentenceOf(
  message: string,
  known: { code: string; retryAfterSeconds: number | undefined; credential: Credential },
): string {
  const { code, retryAfterSeconds, credential } = known
  if (code === 'UNAUTHENTICATED' && credential.kind === 'token') return `${message} Run: farport signin`
  if (code === 'THROTTLED' && retryAfterSeconds !== undefined)
    return `${message} Try again in ${retryAfterSeconds} seconds.`
  return message
}

export function notOurs(serverUrl: string, status: number): CommandRefusal {
  return new CommandRefusal(
    `${serverUrl} answered, but not as a Farport server does (status ${status}). Is the address right?`,
  )
}
