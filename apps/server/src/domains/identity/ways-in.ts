// How somebody can come in, and that they never lock themselves out. Pure.

import { accept, refuse, type Result } from '@farport/basics'
import type { SignInRefusal } from './identity.ts'

export interface WaysIn {
  hasPassword: boolean
  /** Those that can stand for a password. */
  passkeyIds: readonly string[]
  /** Identities at providers that are set up here. */
  providerLinkIds: readonly string[]
}

const lastWayIn: SignInRefusal = {
  status: 409,
  code: 'CONFLICT',
  message: 'This is the only way in that you have. Set a password or add another way first.',
}

/** What is no way in may always go. */
export function decideRemoval(ways: WaysIn, id: string): Result<undefined, SignInRefusal> {
  const others = [...ways.passkeyIds, ...ways.providerLinkIds].filter((one) => one !== id)
  const isWayIn = others.length < ways.passkeyIds.length + ways.providerLinkIds.length
  return !isWayIn || ways.hasPassword || others.length > 0 ? accept(undefined) : refuse(lastWayIn)
}
