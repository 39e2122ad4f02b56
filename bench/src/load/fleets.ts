// Who owns what in the fleets that lists and searches are measured in.

import type { AccountWish } from '../../../tools/seed/seed-fleet.ts'

export const ownerEmail = 'owner@bench.example'
export const smallEmail = 'small@bench.example'
export const smallLength = 1000

/** Alone in its database. */
export const smallFleet: readonly AccountWish[] = [{ email: smallEmail, devices: smallLength, hasCompany: false }]

const othersCount = 9

/** An account of that length, the small one, and others to make up the whole. */
export function fleetOf(length: number, whole: number): readonly AccountWish[] {
  const left = Math.max(0, whole - length - smallLength)
  const others = Array.from({ length: othersCount }, (_, place) => ({
    email: `other-${place}@bench.example`,
    devices: Math.ceil(left / othersCount),
    hasCompany: false,
  }))
  return [{ email: ownerEmail, devices: length, hasCompany: true }, ...smallFleet, ...others]
}
