// The relay's configuration: environment in, parsed values out. The only place that names its variables.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { accept, refuse, Secret, type Result } from '@farport/basics'
import { readEnvironment } from '@farport/program'
import { linkPortsDefault } from '@farport/vocabulary'
import { z } from 'zod'
import type { LinksConfig } from './links/links.ts'
import { parsePortRange } from './proxies/port-range.ts'

const portText = z
  .string()
  .regex(/^\d{1,5}$/, 'is no port')
  .transform(Number)
  .pipe(z.int().min(0).max(65_535))

const portRange = z.string().transform((text, context) => {
  const range = parsePortRange(text)
  if (range.ok) return range.value
  context.addIssue({ code: 'custom', message: range.refusal })
  return z.NEVER
})

const environment = z.object({
  FARPORT_SERVER_URL: z.url({
    protocol: /^https?$/,
    error: 'must be the address of the server, like https://farport.example',
  }),
  FARPORT_JOIN_SECRET: z
    .string('must be the join secret of the installation')
    .min(32, 'is too short: 32 characters or more'),
  FARPORT_RELAY_PORT: portText.default(8443),
  FARPORT_RELAY_HOST: z.string().min(1).max(255).default('127.0.0.1'),
  FARPORT_RELAY_BIND: z.string().min(1).max(255).optional(),
  FARPORT_PROXY_PORTS: portRange.default({ first: 20_000, last: 29_999 }),
  FARPORT_STUN_PORT: portText.refine((port) => port < 65_535, 'is the last: the one after it is used, too').optional(),
  FARPORT_LINKS_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(
      /^(?=.{1,200}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/,
      'must be a domain',
    )
    .default('localhost'),
  FARPORT_LINKS_HTTP_PORT: portText.optional(),
  FARPORT_LINKS_HTTPS_PORT: portText.optional(),
  FARPORT_ACME_DIRECTORY: z.url({ protocol: /^https$/, error: 'must be an address with https' }).optional(),
  FARPORT_ACME_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  FARPORT_STATE_DIR: z.string().min(1).optional(),
  FARPORT_METRICS_PORT: portText.optional(),
  FARPORT_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

export interface RelayConfig {
  serverUrl: URL
  joinSecret: Secret
  /** Where it listens. 0: any free port. */
  port: number
  /** How agents and people reach it. */
  publicHost: string
  /** The address that it listens on. Undefined: all of this machine. */
  bindHost: string | undefined
  proxyPorts: { first: number; last: number }
  /** UDP, and the one after it. Undefined: the same number as `port`. 0: any two. */
  stunPort: number | undefined
  links: LinksConfig
  stateDir: string
  metricsPort: number | undefined
  logLevel: string
}

/** Refused with a sentence that names every variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv, machine: { isRoot: boolean }): Result<RelayConfig, string> {
  const parsed = readEnvironment(environment, env)
  if (!parsed.ok) return refuse(`The relay cannot start: ${parsed.refusal}`)
  const values = parsed.value
  return accept({
    serverUrl: new URL(values.FARPORT_SERVER_URL),
    joinSecret: new Secret(values.FARPORT_JOIN_SECRET),
    port: values.FARPORT_RELAY_PORT,
    publicHost: values.FARPORT_RELAY_HOST,
    bindHost: values.FARPORT_RELAY_BIND,
    proxyPorts: values.FARPORT_PROXY_PORTS,
    stunPort: values.FARPORT_STUN_PORT,
    links: linksOf(values),
    stateDir: values.FARPORT_STATE_DIR ?? defaultStateDir(machine.isRoot),
    metricsPort: values.FARPORT_METRICS_PORT,
    logLevel: values.FARPORT_LOG_LEVEL,
  })
}

function linksOf(values: z.infer<typeof environment>): LinksConfig {
  const wish = (wished: number | undefined, usual: number) => ({
    port: wished ?? usual,
    isWished: wished !== undefined,
  })
  return {
    domain: values.FARPORT_LINKS_DOMAIN,
    httpPort: wish(values.FARPORT_LINKS_HTTP_PORT, linkPortsDefault.http),
    httpsPort: wish(values.FARPORT_LINKS_HTTPS_PORT, linkPortsDefault.https),
    acmeDirectory: values.FARPORT_ACME_DIRECTORY,
    acmeEmail: values.FARPORT_ACME_EMAIL,
  }
}

function defaultStateDir(isRoot: boolean): string {
  return isRoot ? '/var/lib/farport-relay' : join(homedir(), '.local/state/farport-relay')
}
