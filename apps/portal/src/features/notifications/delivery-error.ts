// Why a message did not reach a webhook. The API says it in an English sentence; what is known of them is told in the
// reader's language, and what is not, as it came.

export type DeliveryErrorKind = (typeof sentences)[number][1]

export interface DeliveryError {
  readonly kind: DeliveryErrorKind
  /** What the sentence names: a code, seconds or a number of messages. */
  readonly detail: string
}

export function deliveryError(sentence: string): DeliveryError | undefined {
  for (const [pattern, kind] of sentences) {
    const found = pattern.exec(sentence)
    if (found !== null) return { kind, detail: found[1] ?? '' }
  }
  return undefined
}

const sentences = [
  [/^Its address is internal\./, 'internal'],
  [/^Its name leads to no address/, 'unreachableName'],
  [/^It did not answer within (\d+) seconds\.$/, 'timeout'],
  [/^The connection was refused\.$/, 'refused'],
  [/^The connection broke before it answered\.$/, 'broken'],
  [/^There is no way to its address\.$/, 'noWay'],
  [/^The connection could not be made in time\.$/, 'slowConnection'],
  [/^It does not speak TLS there\.$/, 'noTls'],
  [/^Its certificate is not trusted \((\w+)\)\.$/, 'certificate'],
  [/^It did not answer in HTTP\.$/, 'noHttp'],
  [/^The request failed \((\w+)\)\.$/, 'unknown'],
  [/^The webhook was switched off\.$/, 'switchedOff'],
  [/^Its secret cannot be read any more/, 'unreadable'],
  [/^It could not be brought within a day\.$/, 'tooOld'],
  [/^(\d+) messages? w\w+ not sent/, 'dropped'],
  [/^Nothing arrived for three days/, 'beyondHope'],
] as const
