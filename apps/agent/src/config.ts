// The agent's configuration: environment in, parsed values out. The only place that names its variables.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { accept, refuse, Secret, type Result } from '@farport/basics'
import { z } from 'zod'

/** An address of the web, as `--server` takes it too. */
export const serverUrl = z
  .url({ protocol: /^https?$/, error: 'must be the address of the server, like https://farport.example' })
  .transform((text) => new URL(text))

const environment = z.object({
  FARPORT_SERVER_URL: serverUrl.optional(),
  FARPORT_REGISTRATION_CODE: z.string().trim().min(1).max(128).optional(),
  FARPORT_STATE_DIR: z.string().min(1).optional(),
  FARPORT_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** Variables of our other programs: a machine that runs several may set them all. */
const ofOtherPrograms = new Set([
  'FARPORT_PORT',
  'FARPORT_HOST',
  'FARPORT_DATA_DIR',
  'FARPORT_PUBLIC_URL',
  'FARPORT_SECRET',
  'FARPORT_ROLES',
  'FARPORT_MAIL_FROM',
  'FARPORT_JOIN_SECRET',
  'FARPORT_RELAY_PORT',
  'FARPORT_RELAY_HOST',
  'FARPORT_RELAY_BIND',
  'FARPORT_PROXY_PORTS',
  'FARPORT_METRICS_PORT',
  'FARPORT_DEMO',
  'FARPORT_DEMO_SERVICES',
])

export interface AgentConfig {
  serverUrl: URL | undefined
  /** Registers a machine that is not registered yet when the agent runs. */
  registrationCode: Secret | undefined
  stateDir: string
  logLevel: string
}

/** Refused with a sentence that names every variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv, machine: { isRoot: boolean }): Result<AgentConfig, string> {
  const ours = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('FARPORT_')))
  const unknown = Object.keys(ours).filter((name) => !(name in environment.shape) && !ofOtherPrograms.has(name))
  if (unknown.length > 0) return refuse(`Unknown variables: ${unknown.join(', ')}. Is a name misspelt?`)
  const parsed = environment.safeParse(ours)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    return refuse(`The agent cannot start: ${problems.join('; ')}.`)
  }
  const values = parsed.data
  return accept({
    serverUrl: values.FARPORT_SERVER_URL,
    registrationCode:
      values.FARPORT_REGISTRATION_CODE === undefined ? undefined : new Secret(values.FARPORT_REGISTRATION_CODE),
    stateDir:
      values.FARPORT_STATE_DIR ?? (machine.isRoot ? '/var/lib/farport' : join(homedir(), '.local/state/farport')),
    logLevel: values.FARPORT_LOG_LEVEL,
  })
}
