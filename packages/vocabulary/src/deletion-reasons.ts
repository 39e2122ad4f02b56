// Why people have their account deleted: what they may choose from, in this order. Words for them are the clients'.

export const deletionReasons = [
  'device-not-supported',
  'hard-to-install',
  'connection-quality',
  'device-stays-offline',
  'cannot-connect',
  'cost',
  'other-account',
  'hard-to-use',
  'not-as-expected',
  'not-needed',
  'using-something-else',
] as const

export type DeletionReason = (typeof deletionReasons)[number]

/** An own reason counts from so many characters. */
export const deletionTextLengthMin = 2
export const deletionTextLengthMax = 2000

export function isDeletionReason(text: string): text is DeletionReason {
  return deletionReasons.some((reason) => reason === text)
}

/** Something has to be said: a reason at least, or a text. */
export function isDeletionRequestComplete(request: { reasons: readonly string[]; text: string }): boolean {
  return request.reasons.length > 0 || request.text.trim().length >= deletionTextLengthMin
}
