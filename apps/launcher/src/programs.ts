// The programs that one installation runs, and what each is told. A variable for one program reaches no other.

import { basename, join } from 'node:path'
import type { Secret } from '@farport/basics'
import { nodeFlagsForAnswering } from '@farport/program'
import { demoAccountName } from './demo/demo-account.ts'
import type { Options } from './options.ts'
import type { RememberedPorts } from './ports.ts'
import type { ProgramPlan } from './supervise/supervised-program.ts'

export interface Installation {
  clone: string
  options: Options
  /** Absolute. */
  dataDir: string
  secret: Secret
  ports: RememberedPorts
  /** Its memory. */
  machineBytes: number
  /** The launcher's own environment. */
  environment: Record<string, string | undefined>
}

/** Passed on when they are set; the launcher has no opinion about them. */
const passedOn = {
  server: [
    'FARPORT_HOST',
    'FARPORT_PUBLIC_URL',
    'FARPORT_ROLES',
    'FARPORT_MAIL_FROM',
    'FARPORT_LOG_LEVEL',
    'FARPORT_TRUSTED_PROXIES',
    'FARPORT_METRICS_TOKEN',
    'FARPORT_GEO_DATABASE',
    'FARPORT_INTROSPECTION',
    'FARPORT_CLIENT_VERSION_MIN',
    'FARPORT_ACCESS_TOKEN_MINUTES',
    'FARPORT_CAPTCHA_COST',
    'FARPORT_LINKS_DOMAIN',
    'FARPORT_LINKS_HTTPS_PORT',
    'FARPORT_WEBHOOK_ALLOWED_NETWORKS',
    'FARPORT_SMS_WEBHOOK_URL',
    'FARPORT_SMS_WEBHOOK_SECRET',
    'FARPORT_TWILIO_ACCOUNT_SID',
    'FARPORT_TWILIO_AUTH_TOKEN',
    'FARPORT_TWILIO_FROM',
    'FARPORT_TWILIO_URL',
    'FARPORT_SMS_DAILY_MAX',
    'DATABASE_URL',
    'NATS_URL',
    'SMTP_URL',
    'FARPORT_GOOGLE_CLIENT_ID',
    'FARPORT_GOOGLE_CLIENT_SECRET',
    'FARPORT_GOOGLE_ISSUER',
    'FARPORT_APPLE_CLIENT_ID',
    'FARPORT_APPLE_TEAM_ID',
    'FARPORT_APPLE_KEY_ID',
    'FARPORT_APPLE_PRIVATE_KEY',
    'FARPORT_APPLE_ISSUER',
    'FARPORT_AMAZON_CLIENT_ID',
    'FARPORT_AMAZON_CLIENT_SECRET',
    'FARPORT_AMAZON_ISSUER',
    'FARPORT_OKTA_ISSUER',
    'FARPORT_OKTA_CLIENT_ID',
    'FARPORT_OKTA_CLIENT_SECRET',
  ],
  relay: [
    'FARPORT_RELAY_HOST',
    'FARPORT_RELAY_BIND',
    'FARPORT_PROXY_PORTS',
    'FARPORT_STUN_PORT',
    'FARPORT_LINKS_DOMAIN',
    'FARPORT_LINKS_HTTP_PORT',
    'FARPORT_LINKS_HTTPS_PORT',
    'FARPORT_ACME_DIRECTORY',
    'FARPORT_ACME_EMAIL',
    'FARPORT_LOG_LEVEL',
  ],
  agent: ['FARPORT_LOG_LEVEL'],
}

export function serverPlan(installation: Installation): ProgramPlan {
  const { options, dataDir, secret, ports } = installation
  return {
    name: 'server',
    nodeFlags: nodeFlagsForAnswering(installation.machineBytes, installation.environment['NODE_OPTIONS']),
    module: join(installation.clone, 'apps/server/src/main.ts'),
    environment: {
      ...inherited(installation, passedOn.server),
      FARPORT_PORT: String(options.port),
      FARPORT_DATA_DIR: dataDir,
      FARPORT_SECRET: secret.reveal(),
      ...(options.hasDemo
        ? { FARPORT_DEMO: '1', FARPORT_DEMO_SERVICES: JSON.stringify(demoServices(ports)) }
        : { FARPORT_DEMO: '0' }),
    },
  }
}

export function relayPlan(installation: Installation, joinSecret: Secret): ProgramPlan {
  const { dataDir, ports } = installation
  return {
    name: 'relay',
    module: join(installation.clone, 'apps/relay/src/main.ts'),
    environment: {
      ...publicRelayHost(installation),
      ...inherited(installation, passedOn.relay),
      FARPORT_SERVER_URL: localServerUrl(installation),
      FARPORT_JOIN_SECRET: joinSecret.reveal(),
      FARPORT_RELAY_PORT: String(ports.relay),
      FARPORT_STATE_DIR: join(dataDir, 'relay'),
    },
  }
}

export function demoServicesPlan(installation: Installation): ProgramPlan {
  const { ports } = installation
  return {
    name: 'demo-services',
    module: join(import.meta.dirname, 'demo/main.ts'),
    environment: {
      ...inherited(installation, []),
      FARPORT_DEMO_DIR: demoFolder(installation.dataDir),
      FARPORT_DEMO_SSH_PORT: String(ports.demoSsh),
      FARPORT_DEMO_WEB_PORT: String(ports.demoWeb),
    },
  }
}

export function demoAgentPlan(installation: Installation, registrationCode: string | undefined): ProgramPlan {
  return {
    name: 'demo-agent',
    module: join(installation.clone, 'apps/agent/src/main.ts'),
    args: ['run'],
    environment: {
      ...inherited(installation, passedOn.agent),
      FARPORT_SERVER_URL: localServerUrl(installation),
      FARPORT_STATE_DIR: join(installation.dataDir, 'demo-agent'),
      ...(registrationCode === undefined ? {} : { FARPORT_REGISTRATION_CODE: registrationCode }),
    },
  }
}

/** An agent that waits to be claimed as a copy of the demo device, or was. */
export function demoCopyPlan(installation: Installation, word: Secret, folder: string): ProgramPlan {
  return {
    name: `demo-copy-${basename(folder)}`,
    module: join(installation.clone, 'apps/agent/src/main.ts'),
    args: ['run'],
    environment: {
      ...inherited(installation, passedOn.agent),
      FARPORT_SERVER_URL: localServerUrl(installation),
      FARPORT_STATE_DIR: folder,
      FARPORT_DEMO_WORD: word.reveal(),
    },
  }
}

export function demoCopiesFolder(dataDir: string): string {
  return join(dataDir, 'demo-copies')
}

export function demoFolder(dataDir: string): string {
  return join(dataDir, 'demo')
}

/** As the contract's ServiceInput has them, and whom they let in; the numbers are application types. */
function demoServices({ demoSsh, demoWeb }: RememberedPorts) {
  return [
    { application: 28, name: 'SSH', port: demoSsh, username: demoAccountName },
    { application: 7, name: 'Web page', port: demoWeb },
  ]
}

/** Our own programs need no way through the outside. */
function localServerUrl({ options }: Installation): string {
  return `http://127.0.0.1:${options.port}`
}

/** People who reach the portal by a name reach the relay by the same, unless told otherwise. */
function publicRelayHost({ environment }: Installation): Record<string, string> {
  const publicUrl = environment['FARPORT_PUBLIC_URL']
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return {}
  return { FARPORT_RELAY_HOST: new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '') }
}

/** Compiled code is kept, so that a program starts sooner and holds less. */
function inherited({ environment, dataDir }: Installation, names: string[]): Record<string, string> {
  const entries = Object.entries(environment).filter(([name]) => !isOfFarport(name) || names.includes(name))
  const set = entries.filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { NODE_COMPILE_CACHE: join(dataDir, 'compiled'), ...Object.fromEntries(set) }
}

function isOfFarport(name: string): boolean {
  return name.startsWith('FARPORT_') || ['DATABASE_URL', 'NATS_URL', 'SMTP_URL'].includes(name)
}
