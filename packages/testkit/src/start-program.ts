// A program of ours in a test: spawned, listened to, and ended with the test.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { eventually } from './eventually.ts'

export interface ProgramOptions {
  /** A module that Node runs, or any other command. */
  module?: string
  /** For Node, before the module. */
  nodeFlags?: readonly string[]
  command?: string
  args?: string[]
  /** A command that becomes the program, and its words before the program's: `ip netns exec <name>`. */
  inside?: readonly string[]
  /** Added to PATH, HOME and the like. */
  environment?: Record<string, string>
  workingFolder?: string
  /** How long it may take to end when it is asked; then it is killed. */
  stopTimeoutMs?: number
}

export interface RunningProgram extends AsyncDisposable {
  readonly pid: number
  /** What it sent over IPC so far. */
  readonly messages: unknown[]
  /** What it wrote so far, both streams, as it came. */
  readonly output: string
  /** Resolves when it has ended, for whatever reason. */
  readonly exit: Promise<ProgramExit>
  /** Waits for an IPC message that the function recognises, and gives back what it makes of it. */
  message<Value>(recognise: (message: unknown) => Value | undefined, timeoutMs?: number): Promise<Value>
  /** Waits until the output contains the text or matches the pattern. */
  printed(pattern: RegExp | string, timeoutMs?: number): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** Types into it. */
  write(text: string): void
}

export interface ProgramExit {
  code: number | null
  signal: NodeJS.Signals | null
}

const outputLengthMax = 1024 * 1024
const messagesMax = 10_000
const ofTests = /^(?:FARPORT_|VITEST|NODE_|DATABASE_URL$|NATS_URL$|SMTP_URL$)/

export function startProgram(options: ProgramOptions): RunningProgram {
  const { module, environment = {}, workingFolder, stopTimeoutMs = 15_000 } = options
  const child = spawn(...wordsOf(options), {
    cwd: workingFolder,
    env: { ...inheritedEnvironment(), ...environment },
    stdio: module === undefined ? ['pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  const messages: unknown[] = []
  let output = ''
  let ended: ProgramExit | undefined
  const keep = (bytes: Buffer) => (output = (output + bytes.toString()).slice(-outputLengthMax))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  // A program that ended before it read what was typed; its exit tells the story.
  child.stdin?.on('error', () => undefined)
  child.on('message', (message) => void (messages.length < messagesMax && messages.push(message)))
  const exit = exitOf(child).then((how) => (ended = how))

  const waitFor = <Value>(look: () => Value | undefined, what: string, timeoutMs: number): Promise<Value> =>
    eventually(
      () => {
        const found = look()
        if (found === undefined && ended !== undefined) return { endedBefore: ended }
        return found === undefined ? undefined : { found }
      },
      { timeoutMs, what },
    ).then(
      (seen) => {
        if ('found' in seen) return seen.found
        throw new Error(
          `the program ended (${seen.endedBefore.signal ?? seen.endedBefore.code}) before ${what}\n${output}`,
        )
      },
      (error: unknown) => {
        throw new Error(`${what}: not within ${timeoutMs} ms. The program wrote:\n${output}`, { cause: error })
      },
    )

  return {
    pid: child.pid ?? -1,
    messages,
    get output() {
      return output
    },
    exit,
    message: (recognise, timeoutMs = 30_000) =>
      waitFor(() => firstDefined(messages, recognise), 'it sent the message', timeoutMs),
    printed(pattern, timeoutMs = 30_000) {
      const expression = typeof pattern === 'string' ? new RegExp(RegExp.escape(pattern)) : pattern
      return waitFor(() => expression.exec(output) ?? undefined, `it printed ${expression}`, timeoutMs)
    },
    signal: (name) => void child.kill(name),
    write: (text) => void child.stdin?.write(text),
    async [Symbol.asyncDispose]() {
      if (ended !== undefined) return
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await exit
      clearTimeout(force)
    },
  }
}

/** Runs it to its end. */
export async function runProgram(
  options: ProgramOptions & { input?: string; timeoutMs?: number },
): Promise<{ code: number | null; output: string }> {
  const { input = '', timeoutMs = 60_000 } = options
  const spawned = spawn(...wordsOf(options), {
    cwd: options.workingFolder,
    env: { ...inheritedEnvironment(), ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  let output = ''
  const keep = (bytes: Buffer) => (output = (output + bytes.toString()).slice(-outputLengthMax))
  spawned.stdout.on('data', keep)
  spawned.stderr.on('data', keep)
  spawned.stdin.on('error', () => undefined)
  spawned.stdin.end(input)
  const [code] = (await once(spawned, 'close')) as [number | null] // as Node documents the event
  return { code, output }
}

function wordsOf({
  module,
  nodeFlags = [],
  command = process.execPath,
  args = [],
  inside = [],
}: ProgramOptions): [string, string[]] {
  const [first = command, ...rest] = [
    ...inside,
    command,
    ...(module === undefined ? [] : [...nodeFlags, module]),
    ...args,
  ]
  return [first, rest]
}

/** Nothing of Farport and of the test runner: a program gets what the test says. */
function inheritedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name, value]) => value !== undefined && !ofTests.test(name))
  return Object.fromEntries(entries) as Record<string, string> // undefined was filtered out
}

function firstDefined<Value>(
  messages: unknown[],
  recognise: (message: unknown) => Value | undefined,
): Value | undefined {
  for (const message of messages) {
    const value = recognise(message)
    if (value !== undefined) return value
  }
  return undefined
}

function exitOf(child: ChildProcess): Promise<ProgramExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
}
