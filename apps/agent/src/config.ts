// The agent's configuration: environment in, parsed values out. The only place that names its variables.

import { homedir } from 'node:os'
import { accept, refuse, Secret, type Result } from '@farport/basics'
import { readEnvironment } from '@farport/program'
import { defaultStateDir } from '@farport/protocol'
import { z } from 'zod'

/** An address of the web, as `--server` takes it too. */
export const serverUrl = z
  .url({ protocol: /^https?$/, error: 'must be the address of the server, like https://farport.example' })
  .transform((text) => new URL(text))

const environment = z.object({
  FARPORT_SERVER_URL: serverUrl.optional(),
  FARPORT_REGISTRATION_CODE: z.string().trim().min(1).max(128).optional(),
  FARPORT_DEMO_WORD: z.string().min(1).max(128).optional(),
  FARPORT_STATE_DIR: z.string().min(1).optional(),
  FARPORT_DIRECT: z.enum(['on', 'off']).default('on'),
  FARPORT_PORT_MAPPING: z.enum(['on', 'off']).default('off'),
  FARPORT_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export interface AgentConfig {
  serverUrl: URL | undefined
  /** Registers a machine that is not registered yet when the agent runs. */
  registrationCode: Secret | undefined
  /** Makes the machine one of the copies of the installation's demo device, when it has no code. */
  demoWord: Secret | undefined
  stateDir: string
  /** Which ways to this machine are taken that go around the relays. */
  direct: { isAllowed: boolean; mayMapPorts: boolean }
  logLevel: string
}

/** Refused with a sentence that names every variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv, machine: { isRoot: boolean }): Result<AgentConfig, string> {
  const parsed = readEnvironment(environment, env)
  if (!parsed.ok) return refuse(`The agent cannot start: ${parsed.refusal}`)
  const values = parsed.value
  return accept({
    serverUrl: values.FARPORT_SERVER_URL,
    registrationCode:
      values.FARPORT_REGISTRATION_CODE === undefined ? undefined : new Secret(values.FARPORT_REGISTRATION_CODE),
    demoWord: values.FARPORT_DEMO_WORD === undefined ? undefined : new Secret(values.FARPORT_DEMO_WORD),
    stateDir: values.FARPORT_STATE_DIR ?? defaultStateDir({ isRoot: machine.isRoot, home: homedir() }),
    direct: { isAllowed: values.FARPORT_DIRECT === 'on', mayMapPorts: values.FARPORT_PORT_MAPPING === 'on' },
    logLevel: values.FARPORT_LOG_LEVEL,
  })
}
