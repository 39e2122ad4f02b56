// Text messages by Twilio's REST API.

import type { Secret } from '@farport/basics'
import { z } from 'zod'
import { smsTimeoutMs, type SmsOutcome, type SmsSender } from './sms.ts'

export interface TwilioAccount {
  /** Where the API is, without a slash at its end. */
  url: string
  sid: string
  token: Secret
  /** One of the account's own numbers, in E.164, or the sid of a messaging service. */
  from: string
}

/** More is no answer of theirs. */
const answerCharactersMax = 10_000
const refusalBody = z.object({ code: z.number(), message: z.string() })

export function createTwilioSender(account: TwilioAccount): SmsSender {
  const { url, sid, token, from } = account
  const authorization = `Basic ${Buffer.from(`${sid}:${token.reveal()}`).toString('base64')}`
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

  async function post(body: URLSearchParams): Promise<SmsOutcome> {
    const answer = await fetch(`${url}/2010-04-01/Accounts/${sid}/Messages.json`, {
      method: 'POST',
      headers: { authorization },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(smsTimeoutMs),
    })
    const text = await answer.text()
    return answer.ok ? { wasTaken: true } : { wasTaken: false, reason: reasonOf(answer.status, text) }
  }

  return {
    canSend: true,
    async send({ to, text }) {
      try {
        return await post(new URLSearchParams({ To: to, Body: text, ...sender }))
      } catch (error) {
        return { wasTaken: false, reason: `Twilio could not be reached: ${causeOf(error)}` }
      }
    },
    [Symbol.dispose]: () => undefined,
  }
}

/** Their own words: an account that is not paid, a country that is not allowed. */
function reasonOf(status: number, text: string): string {
  const body = refusalBody.safeParse(parseJson(text.slice(0, answerCharactersMax)))
  return body.success
    ? `Twilio refused it (${body.data.code}): ${body.data.message}`
    : `Twilio answered with ${status}.`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no answer of Twilio's own
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
