// What `npm start` can be told: one table makes the parser, the environment names and `--help`.

import { accept, refuse, type Result } from '@farport/basics'

export interface Options {
  port: number
  dataDir: string
  hasDemo: boolean
  /** Undefined: a free one, remembered in the data directory. */
  relayPort: number | undefined
}

export type Command = { command: 'start'; options: Options } | { command: 'help' }

type Environment = Record<string, string | undefined>

interface OptionRow {
  flag: '--port' | '--relay-port' | '--data-dir' | '--no-demo' | '--help'
  value?: string
  environment?: string
  meaning: string
}

const rows: OptionRow[] = [
  { flag: '--port', value: '<number>', environment: 'FARPORT_PORT', meaning: 'Port of the portal and the API (8080)' },
  {
    flag: '--data-dir',
    value: '<folder>',
    environment: 'FARPORT_DATA_DIR',
    meaning: 'Where everything is kept (.farport in this clone)',
  },
  { flag: '--no-demo', meaning: 'Start without the demo device' },
  {
    flag: '--relay-port',
    value: '<number>',
    environment: 'FARPORT_RELAY_PORT',
    meaning: 'Port that agents dial (a free one, then always the same)',
  },
  { flag: '--help', meaning: 'Show this' },
]

const furtherEnvironment: [name: string, meaning: string][] = [
  ['FARPORT_HOST', 'Address to listen on (127.0.0.1; 0.0.0.0 for other machines too)'],
  ['FARPORT_PUBLIC_URL', 'Where people and devices reach the portal'],
  ['FARPORT_RELAY_HOST', 'Where people and devices reach the relay'],
  ['FARPORT_PROXY_PORTS', 'Ports for connections, first-last (20000-29999)'],
  ['FARPORT_SECRET', 'The secret of this installation (else made and kept in the data directory)'],
  ['FARPORT_LOG_LEVEL', 'trace, debug, info, warn or error'],
  ['DATABASE_URL', 'A PostgreSQL 15 or later (else an embedded one)'],
  ['NATS_URL', 'A NATS where several servers tell each other what happens (else the database)'],
  ['SMTP_URL', 'Where mail goes out (else it stays in the outbox, in the portal)'],
  ['FARPORT_MAIL_FROM', 'Sender of mail'],
]

/** The arguments win over the environment. The refusal is a sentence. */
export function parseOptions(args: string[], environment: Environment, clone: string): Result<Command, string> {
  const given = new Map<OptionRow['flag'], string>()
  for (const { flag, environment: name } of rows) {
    const value = name === undefined ? undefined : environment[name]
    if (value !== undefined && value !== '') given.set(flag, value)
  }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name, inlineValue] = splitOnce(arg === '-h' ? '--help' : arg)
    const row = rows.find(({ flag }) => flag === name)
    if (row === undefined) return refuse(`There is no option ${arg}. Try --help.`)
    if (row.value === undefined) {
      if (inlineValue !== undefined) return refuse(`${row.flag} takes no value.`)
      given.set(row.flag, '')
      continue
    }
    const value = inlineValue ?? rest.shift()
    if (value === undefined || value === '') return refuse(`${row.flag} needs a value: ${row.flag} ${row.value}`)
    given.set(row.flag, value)
  }
  if (given.has('--help')) return accept({ command: 'help' })
  return parseValues(given, clone)
}

function parseValues(given: Map<OptionRow['flag'], string>, clone: string): Result<Command, string> {
  const port = given.get('--port') ?? '8080'
  const relayPort = given.get('--relay-port')
  if (!isPort(port)) return refuse(notAPort('--port', 'FARPORT_PORT', port))
  if (relayPort !== undefined && !isPort(relayPort))
    return refuse(notAPort('--relay-port', 'FARPORT_RELAY_PORT', relayPort))
  if (relayPort !== undefined && Number(port) === Number(relayPort)) {
    return refuse(`--port and --relay-port are both ${port}. Choose two different ports.`)
  }
  const options: Options = {
    port: Number(port),
    dataDir: given.get('--data-dir') ?? `${clone}/.farport`,
    hasDemo: !given.has('--no-demo'),
    relayPort: relayPort === undefined ? undefined : Number(relayPort),
  }
  return accept({ command: 'start', options })
}

export function helpText(): string {
  const flags = rows.map(
    (row) =>
      `  ${usage(row).padEnd(22)} ${row.meaning}${row.environment === undefined ? '' : `  [${row.environment}]`}`,
  )
  const names = furtherEnvironment.map(([name, meaning]) => `  ${name.padEnd(22)} ${meaning}`)
  return [
    'Starts Farport: server, portal, relay and a demo device, in one go.',
    '',
    'npm start -- [options]',
    '',
    ...flags,
    '',
    'Further settings, in the environment:',
    '',
    ...names,
    '',
  ].join('\n')
}

const usage = ({ flag, value }: OptionRow) => (value === undefined ? flag : `${flag} ${value}`)

function splitOnce(arg: string): [name: string, value: string | undefined] {
  const at = arg.indexOf('=')
  return at === -1 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)]
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

function notAPort(flag: string, name: string, value: string): string {
  return `${flag} (or ${name}) must be a port number from 1 to 65535, not "${value}".`
}
