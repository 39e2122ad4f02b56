// What the environment says to the command line.

import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Config {
  /** Where the sign-in is kept. */
  folder: string
  /** The server, when no option and no sign-in names one. */
  serverUrl: string | undefined
  /** Whose access key to use, although somebody may be signed in. */
  profile: string | undefined
  /** For the programs that we start. */
  environment: Record<string, string | undefined>
  isColoured: boolean
}

/** Where `npm start` listens. */
export const defaultServerUrl = 'http://localhost:8080'

export function readConfig(environment: Record<string, string | undefined>, isTerminal: boolean): Config {
  const noColor = environment['NO_COLOR']
  return {
    folder: environment['FARPORT_CONFIG_DIR'] || join(homedir(), '.farport'),
    serverUrl: environment['FARPORT_SERVER_URL'] || undefined,
    profile: environment['FARPORT_PROFILE'] || undefined,
    environment,
    isColoured: isTerminal && (noColor === undefined || noColor === '') && environment['TERM'] !== 'dumb',
  }
}
