// Rules of access keys: what programs sign their requests with. A key acts as its owner. Pure.

import { accept, refuse, type Brand, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'

/** The public part. */
export type AccessKeyId = Brand<string, 'AccessKeyId'>

export interface AccessKey {
  readonly id: AccessKeyId
  readonly isEnabled: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

/** The places that everybody has for a key. */
const places = [1, 2] as const
export type AccessKeyPlace = (typeof places)[number]

const useKeptEveryMs = 60_000
const idPrefix = 'FP'
const idAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const idPattern = /^FP[A-Z2-7]{18}$/

/** From 18 random bytes. */
export function makeAccessKeyId(random: Uint8Array): AccessKeyId {
  const letters = Array.from(random.subarray(0, 18), (byte) => idAlphabet[byte % idAlphabet.length])
  return (idPrefix + letters.join('')) as AccessKeyId // built to the pattern that parseAccessKeyId checks
}

export function parseAccessKeyId(text: string): AccessKeyId | undefined {
  return idPattern.test(text) ? (text as AccessKeyId) : undefined // the pattern was just checked
}

export function decidePlace(taken: readonly number[]): Result<AccessKeyPlace, Refusal> {
  const free = places.find((place) => !taken.includes(place))
  if (free !== undefined) return accept(free)
  const message = 'You have two access keys already. Switch one off and delete it, then make a new one.'
  return refuse({ code: 'LIMIT_EXCEEDED', message })
}

export function decideDeletion({ isEnabled }: Pick<AccessKey, 'isEnabled'>): Result<undefined, Refusal> {
  if (!isEnabled) return accept(undefined)
  return refuse({ code: 'CONFLICT', message: 'Only a disabled access key can be deleted. Switch it off first.' })
}

/** The time of the last use is kept to the minute, so that a busy key does not write with every request. */
export function isUseWorthKeeping(lastUsedAt: Date | undefined, nowMs: number): boolean {
  return lastUsedAt === undefined || nowMs - lastUsedAt.getTime() >= useKeptEveryMs
}

export const noSuchKey: Refusal = { code: 'NOT_FOUND', message: 'You have no such access key.' }
