// JSON texts of a WebSocket, parsed at the door.

import { accept, refuse, type Result } from '@farport/basics'
import type { RawData } from 'ws'
import type { z } from 'zod'

/** Refused with a sentence when it is binary, no JSON, or breaks a rule of the schema. */
export function parseMessage<Message>(
  schema: z.ZodType<Message>,
  data: RawData,
  isBinary: boolean,
): Result<Message, string> {
  if (isBinary) return refuse('A text was expected, not binary data.')
  let value: unknown
  try {
    // ws delivers one Buffer, because binaryType is left at nodebuffer.
    value = JSON.parse((data as Buffer).toString())
  } catch {
    return refuse('This is no JSON.')
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return accept(parsed.data)
  const issue = parsed.error.issues[0]
  return refuse(`${issue?.path.join('.') || 'message'}: ${issue?.message ?? 'not understood'}`)
}
