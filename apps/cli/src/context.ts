// What every command has at hand.

import type { Access } from './api/graphql.ts'
import { parseServerUrl } from './api/http.ts'
import { defaultServerUrl, type Config } from './config.ts'
import { readAccessKey } from './credentials/access-key-file.ts'
import { liveToken } from './credentials/live-token.ts'
import { readSignIn } from './credentials/sign-in-file.ts'
import { CommandRefusal } from './refusal.ts'
import type { Screen } from './terminal/screen.ts'

export interface Context {
  config: Config
  screen: Screen
  input: NodeJS.ReadStream
  /** Aborted by Ctrl-C. Who listens ends in order; a second one ends at once. */
  ending: AbortSignal
}

/** Who asks, and where: whoever is signed in, else the access key that is kept for programs. */
export async function findAccess({ config }: Context): Promise<Access | undefined> {
  const signIn = config.profile === undefined ? await readSignIn(config.folder) : undefined
  if (signIn !== undefined) {
    const { serverUrl, email } = signIn
    return {
      serverUrl,
      credential: { kind: 'token', live: (refused) => liveToken(config.folder, refused) },
      name: email,
    }
  }
  const key = await readAccessKey(config)
  if (key === undefined) return undefined
  const serverUrl = parseServerUrl(config.serverUrl ?? defaultServerUrl)
  return { serverUrl, credential: { kind: 'access-key', key }, name: `access key ${key.id}` }
}

export async function requireAccess(context: Context): Promise<Access> {
  const access = await findAccess(context)
  if (access === undefined) throw new CommandRefusal('You are not signed in. Run: farport signin')
  return access
}
