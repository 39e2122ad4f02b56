// Sends webhooks: requests of ours to places that people choose, so that nothing is reached that they could not reach
// themselves. The addresses that a name has are checked where the connection is made with them: a name that leads
// elsewhere a moment later gains nothing. Redirects are not followed, and of the answer only the status is kept.

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIPv4, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import type { Clock, Secret } from '@farport/basics'
import type { AddressGuard } from './webhook-address.ts'
import { errorCode, WebhookFault, webhookFaultSentence, webhookFaults } from './webhook-fault.ts'
import { webhookHeaders } from './webhook-signature.ts'
import { addressIn, parseWebhookUrl, webhookUrlMessages } from './webhook-url.ts'

export interface WebhookMessage {
  /** The same at every attempt. */
  readonly id: string
  readonly url: string
  /** JSON. */
  readonly body: string
  readonly secret: Secret<Buffer>
}

export type WebhookOutcome =
  | { readonly hasArrived: true; readonly status: number }
  | { readonly hasArrived: false; readonly status: number | undefined; readonly error: string }

export interface WebhookSender extends Disposable {
  readonly mayReach: AddressGuard
  /** Never throws: what goes wrong is an outcome. */
  send(message: WebhookMessage): Promise<WebhookOutcome>
}

export interface WebhookSenderOptions {
  readonly mayReach: AddressGuard
  readonly clock: Clock
  /** Who we are, for `User-Agent`. */
  readonly userAgent: string
  readonly timeoutMs?: number
  /** Asked for names instead of those of this machine. */
  readonly nameServers?: readonly string[]
}

/** From the question for its name to the head of its answer. */
export const webhookTimeoutMs = 5000

/** Read, so that the connection can be used again; whoever answers with more is cut off. */
const answerBytesMax = 65_536
/** Connections that wait to be used again, of all receivers. */
const idleConnectionsMax = 64
const idleMsMax = 4000
const nameTimeoutMs = 1500

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { mayReach, clock, userAgent, timeoutMs = webhookTimeoutMs } = options
  const lookup = guardedLookup(createLookup(options.nameServers), mayReach)
  const kept = { keepAlive: true, maxFreeSockets: idleConnectionsMax, timeout: idleMsMax, lookup }
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) } as const

  function attempt(message: WebhookMessage, signal: AbortSignal): Promise<number> {
    const url = new URL(message.url)
    const address = addressIn(url)
    // An address is not looked up, so the lookup's guard never sees it.
    if (address !== undefined && !mayReach(address)) throw new WebhookFault(webhookFaults.internal)
    const headers = {
      ...webhookHeaders(message, clock.now()),
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(message.body),
      'user-agent': userAgent,
    }
    const request =
      url.protocol === 'https:'
        ? httpsRequest(url, { method: 'POST', headers, signal, agent: agents['https:'] })
        : httpRequest(url, { method: 'POST', headers, signal, agent: agents['http:'] })
    request.end(message.body)
    return statusOf(request)
  }

  async function attemptTwice(message: WebhookMessage, signal: AbortSignal): Promise<number> {
    try {
      return await attempt(message, signal)
    } catch (error) {
      // The receiver closed a kept connection just when it was used again: that says nothing about the receiver.
      if (!(error instanceof BrokenReuse)) throw error
      return attempt(message, signal)
    }
  }

  return {
    mayReach,
    async send(message) {
      const url = parseWebhookUrl(message.url, mayReach)
      if (!url.ok) return { hasArrived: false, status: undefined, error: webhookUrlMessages[url.refusal] }
      try {
        return outcomeOf(await attemptTwice(message, AbortSignal.timeout(timeoutMs)))
      } catch (error) {
        return { hasArrived: false, status: undefined, error: webhookFaultSentence(error, timeoutMs) }
      }
    },
    [Symbol.dispose]() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

class BrokenReuse extends Error {}

async function statusOf(request: ClientRequest): Promise<number> {
  const answered = Promise.withResolvers<IncomingMessage>()
  request.once('response', answered.resolve)
  request.on('error', (error) => {
    const isStale = request.reusedSocket && errorCode(error) === 'ECONNRESET'
    answered.reject(isStale ? new BrokenReuse('a kept connection was closed', { cause: error }) : error)
  })
  const answer = await answered.promise
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > answerBytesMax) answer.destroy()
  })
  // Its status is all that counts: what breaks after it is no news.
  answer.on('error', () => undefined)
  return answer.statusCode ?? 0
}

function outcomeOf(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return { hasArrived: true, status }
  const ofRedirect = status >= 300 && status < 400 ? '; redirects are not followed' : ''
  return { hasArrived: false, status, error: `It answered with ${status}${ofRedirect}.` }
}

type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

/** By DNS alone, with our own patience: the system's lookup can hold one of Node's few threads for half a minute. */
function createLookup(nameServers: readonly string[] | undefined): Lookup {
  const resolver = new Resolver({ timeout: nameTimeoutMs, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  return async (hostname) => {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return found
      .flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      .map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
  }
}

/** One internal address among others is enough to refuse: it is the one that would be tried. */
function guardedLookup(lookUp: Lookup, mayReach: AddressGuard): LookupFunction {
  const vetted = async (hostname: string) => {
    const addresses = await lookUp(hostname)
    const mayReachAll = addresses.length > 0 && addresses.every(({ address }) => mayReach(address))
    if (!mayReachAll) throw new WebhookFault(webhookFaults.unreachableName)
    return addresses
  }
  const lookUpVetted = callbackify(vetted)
  return (hostname, { all }, callback) => {
    lookUpVetted(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null) callback(error, '')
      else if (all === true) callback(null, [...addresses])
      else callback(null, first?.address ?? '', first?.family)
    })
  }
}
