// A token that is good just now: the one that is kept, or one that is exchanged for it. Several processes share the file; one
// of them exchanges, and the others find what it has written.

import type { Secret } from '@farport/basics'
import { exchangeToken } from '../api/sign-in-calls.ts'
import { CommandRefusal } from '../refusal.ts'
import { withFileLock } from './file-lock.ts'
import { forgetSignIn, readSignIn, signInPath, writeSignIn, type SignIn } from './sign-in-file.ts'

/** It has to last as long as a request does. */
const leftMsMin = 45_000

/** `refused`: one that the server did not take. */
export async function liveToken(folder: string, refused?: Secret): Promise<Secret> {
  const isGood = (signIn: SignIn) => !isEnding(signIn) && signIn.token.reveal() !== refused?.reveal()
  const kept = await stillSignedIn(folder)
  if (isGood(kept) || kept.refreshToken === undefined) return kept.token
  return withFileLock(`${signInPath(folder)}.lock`, async () => {
    const now = await stillSignedIn(folder)
    if (isGood(now) || now.refreshToken === undefined) return now.token
    const renewed = await exchangeToken(now)
    if (renewed !== undefined) {
      await writeSignIn(folder, renewed)
      return renewed.token
    }
    await forgetSignIn(folder)
    throw new CommandRefusal('Your session has ended. Run: farport signin')
  })
}

function isEnding({ expiresAtMs }: SignIn): boolean {
  return expiresAtMs !== undefined && expiresAtMs - Date.now() < leftMsMin
}

async function stillSignedIn(folder: string): Promise<SignIn> {
  const signIn = await readSignIn(folder)
  if (signIn === undefined) throw new CommandRefusal('You are not signed in any more. Run: farport signin')
  return signIn
}
