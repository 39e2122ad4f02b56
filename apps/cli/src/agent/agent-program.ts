// The agent on this machine: another program of ours, which we start and ask, and never import.

import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CommandRefusal } from '../refusal.ts'

export interface AgentProgram {
  command: string
  /** Stand before the agent's own arguments. */
  args: string[]
}

export interface AgentRequest {
  args: string[]
  /** For the agent, which does not look at our sign-in. */
  serverUrl: string | undefined
  environment: Record<string, string | undefined>
}

/** The agent refuses settings that it does not know, and gets no secrets that are not its own. */
const ownSettings = new Set([
  'FARPORT_CONFIG_DIR',
  'FARPORT_PROFILE',
  'FARPORT_ACCESS_KEY_ID',
  'FARPORT_SECRET_ACCESS_KEY',
  'R3_ACCESS_KEY_ID',
  'R3_SECRET_ACCESS_KEY',
])

/** Beside this program when both are bundled, in the clone, or where the install script puts it. */
export function findAgent(environment: Record<string, string | undefined>): AgentProgram {
  const modules = [join(import.meta.dirname, 'agent.mjs'), join(import.meta.dirname, '../../../agent/src/main.ts')]
  const module = modules.find((path) => existsSync(path))
  if (module !== undefined) return { command: process.execPath, args: [module] }
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const installed = folders.map((folder) => join(folder, 'farport-agent')).find((path) => existsSync(path))
  if (installed !== undefined) return { command: installed, args: [] }
  throw new CommandRefusal(
    'The agent is not installed on this machine. In the portal, choose "Add device" and run the command it shows.',
  )
}

/** In this terminal, until it ends. Gives its exit code. */
export async function runAgent(request: AgentRequest): Promise<number> {
  const child = start(request, { stdio: 'inherit' })
  // Ctrl-C goes to the agent too; it ends in its own time, and we with it.
  const ignore = () => undefined
  process.on('SIGINT', ignore)
  const passOn = () => void child.kill('SIGTERM')
  process.on('SIGTERM', passOn)
  try {
    const [code] = (await once(child, 'exit')) as [number | null] // as Node documents the event
    return code ?? 1
  } finally {
    process.off('SIGINT', ignore)
    process.off('SIGTERM', passOn)
  }
}

/**
 * Starts a program again when it was killed or broke, each time after a longer pause, and at last no more. One that ends
 * otherwise had its reasons. A shell does this in a fraction of the memory that another Node would take.
 */
const keeper = `for pause in 1 2 4 8 16 32 64; do
  "$@"; code=$?
  [ $code -eq 1 ] || [ $code -gt 128 ] || exit
  sleep $pause
done`

/** Lives on after us. Its words go to an open file. `isKept`: it is started again when it breaks, where there is a shell. */
export async function startAgentInBackground(
  request: AgentRequest,
  logFile: number,
  { isKept = false } = {},
): Promise<number> {
  const prefix = isKept && process.platform !== 'win32' ? ['sh', '-c', keeper, 'sh'] : []
  const child = start(request, { stdio: ['ignore', logFile, logFile], detached: true }, prefix)
  await once(child, 'spawn')
  child.unref()
  if (child.pid === undefined) throw new Error('a spawned process without a number')
  return child.pid
}

/** What it answers on standard output. */
export async function askAgent(request: AgentRequest): Promise<{ code: number; output: string }> {
  const child = start(request, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 })
  let output = ''
  child.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null] // as Node documents the event
  return { code: code ?? 1, output }
}

/** `prefix`: a program that runs the one that its arguments name. */
function start({ args, serverUrl, environment }: AgentRequest, options: SpawnOptions, prefix: readonly string[] = []) {
  const program = findAgent(environment)
  const others = Object.entries(environment).filter(([name]) => !ownSettings.has(name))
  const server = serverUrl === undefined ? {} : { FARPORT_SERVER_URL: serverUrl }
  const env = { ...Object.fromEntries(others), ...server }
  const [command = program.command, ...rest] = [...prefix, program.command, ...program.args, ...args]
  return spawn(command, rest, { ...options, env })
}
