// What the environment says to the command line.

import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Config {
  /** Where the sign-in is kept. */
  folder: string
  /** The server, when no option and no sign-in names one. */
  serverUrl: string | undefined
  /** For the programs that we start. */
  environment: Record<string, string | undefined>
  isColoured: boolean
}

export function readConfig(environment: Record<string, string | undefined>, isTerminal: boolean): Config {
  const noColor = environment['NO_COLOR']
  return {
    folder: environment['FARPORT_CONFIG_DIR'] || join(homedir(), '.farport'),
    serverUrl: environment['FARPORT_SERVER_URL'] || undefined,
    environment,
    isColoured: isTerminal && (noColor === undefined || noColor === '') && environment['TERM'] !== 'dumb',
  }
}
