// What every command has at hand.

import type { Config } from './config.ts'
import { readSignIn, type SignIn } from './credentials/sign-in-file.ts'
import { CommandRefusal } from './refusal.ts'
import type { Screen } from './terminal/screen.ts'

export interface Context {
  config: Config
  screen: Screen
  input: NodeJS.ReadStream
  /** Aborted by Ctrl-C. Who listens ends in order; a second one ends at once. */
  ending: AbortSignal
}

export async function requireSignIn({ config }: Context): Promise<SignIn> {
  const signIn = await readSignIn(config.folder)
  if (signIn === undefined) throw new CommandRefusal('You are not signed in. Run: farport signin')
  return signIn
}
