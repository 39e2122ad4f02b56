// Calls to a Farport server, and what it means when they get no answer.

import { CommandRefusal } from '../refusal.ts'
import { version } from '../version.ts'
import { bearerHeaders, signedHeaders, type Credential, type PostRequest } from './authorization.ts'

export interface HttpAnswer {
  status: number
  headers: Headers
  /** Undefined when it is no JSON. */
  body: unknown
}

const userAgent = `farport/${version} (cli)`
const timeoutMs = 30_000
const bodyCharactersMax = 32 * 1024 * 1024

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': userAgent }

export async function postJson(address: string, content: unknown, credential?: Credential): Promise<HttpAnswer> {
  const url = new URL(address)
  const body = JSON.stringify(content)
  if (credential === undefined) return send({ url, body, headers: jsonHeaders })
  if (credential.kind === 'access-key') {
    const signature = signedHeaders(credential.key, { url, body, headers: jsonHeaders }, new Date())
    return send({ url, body, headers: { ...jsonHeaders, ...signature } })
  }
  const token = await credential.live()
  const answer = await send({ url, body, headers: { ...jsonHeaders, ...bearerHeaders(token) } })
  if (answer.status !== 401) return answer
  // It may have ended a moment sooner than our clock says.
  const other = await credential.live(token)
  if (other.reveal() === token.reveal()) return answer
  return send({ url, body, headers: { ...jsonHeaders, ...bearerHeaders(other) } })
}

async function send({ url, body, headers }: PostRequest): Promise<HttpAnswer> {
  const serverUrl = url.origin
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text.length > bodyCharactersMax ? undefined : parseJson(text),
    }
  } catch (error) {
    throw new CommandRefusal(
      `${serverUrl} does not answer (${reasonOf(error)}). Is it running, and reachable from here?`,
      1,
      { cause: error },
    )
  }
}

/** As people type it: with or without a scheme, with or without a slash at the end. */
export function parseServerUrl(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(withScheme))
    throw new CommandRefusal(`"${text}" is no server address. It looks like https://farport.example`, 2)
  const { protocol, origin, pathname, username } = new URL(withScheme)
  if (!['http:', 'https:'].includes(protocol) || username !== '' || pathname !== '/') {
    throw new CommandRefusal(
      `"${text}" is no server address. It looks like https://farport.example, without a path.`,
      2,
    )
  }
  return origin
}

/** A password over plain HTTP is read by everybody on the way, unless there is no way. */
export function isPlainAndRemote(serverUrl: string): boolean {
  const { protocol, hostname } = new URL(serverUrl)
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'TimeoutError') return `not within ${timeoutMs / 1000} seconds`
  const { cause } = error
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message
  return cause instanceof Error ? cause.message : error.message
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller says what it expected instead.
    return undefined
  }
}
