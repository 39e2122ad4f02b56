// Why a webhook did not arrive, in a sentence for whoever set it up. Pure.

/** Its message is the sentence. */
export class WebhookFault extends Error {}

export const webhookFaults = {
  internal: 'Its address is internal. The operator of this installation would have to allow that network.',
  /** Also when it leads inside: which names there are inside is for nobody to learn. */
  unreachableName: 'Its name leads to no address that webhooks may go to.',
} as const

export function webhookFaultSentence(error: unknown, timeoutMs: number): string {
  if (error instanceof WebhookFault) return error.message
  const code = errorCode(error)
  if (isTimeout(error)) return `It did not answer within ${timeoutMs / 1000} seconds.`
  const sentence = sentences.find(([pattern]) => pattern.test(code))?.[1]
  return sentence === undefined ? `The request failed (${code}).` : sentence.replace('{code}', code)
}

/** What Node calls it; never more, as messages may hold addresses. */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown'
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')

const sentences: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'The connection was refused.'],
  [/^(ECONNRESET|EPIPE)$/, 'The connection broke before it answered.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'There is no way to its address.'],
  [/^ETIMEDOUT$/, 'The connection could not be made in time.'],
  [/^EPROTO$|^ERR_SSL_/, 'It does not speak TLS there.'],
  [/CERT|^UNABLE_TO_|^ERR_TLS_/, 'Its certificate is not trusted ({code}).'],
  [/^HPE_/, 'It did not answer in HTTP.'],
]
