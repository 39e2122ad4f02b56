// A link to a part of the log as a file: what stands in it, for how long it works. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import { z } from 'zod'

const claims = z.object({
  /** Who asked for the link: they have to be allowed to read the log when it is used, too. */
  userId: z.string(),
  accountId: z.string(),
  deviceId: z.string().optional(),
  /** Milliseconds since the epoch. */
  fromMs: z.int(),
  toMs: z.int(),
  expiresMs: z.int(),
})
export type LogLink = z.infer<typeof claims>

export const logLinkLifeMs = 3_600_000
export const logFileLinesMax = 10_000

export const logFilePath = '/graphql/v1/files/events.csv'

/** What was sealed into a link, while it works. */
export function parseLogLink(text: string, nowMs: number): Result<LogLink, string> {
  const parsed = claims.safeParse(JSON.parse(text))
  if (!parsed.success) return refuse('This link is none of ours.')
  return parsed.data.expiresMs > nowMs
    ? accept(parsed.data)
    : refuse('This link worked for an hour. Please ask for a new one.')
}
