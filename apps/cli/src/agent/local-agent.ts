// The local agent of this machine: spoken with over its control socket, and started when nobody is there.

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  defaultStateDir,
  keptConnectionsPath,
  localAnswer,
  localEvent,
  localLineBytesMax,
  localSocketPath,
  type LocalAnswer,
  type LocalConnection,
  type LocalRequest,
} from '@farport/protocol'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { CommandRefusal } from '../refusal.ts'
import { startAgentInBackground } from './agent-program.ts'

type Asked<Type extends LocalRequest['type']> = Omit<Extract<LocalRequest, { type: Type }>, 'id' | 'type'>
/** Distributes over the union, so that each request keeps its own fields. */
export type LocalQuestion = { [Type in LocalRequest['type']]: { type: Type } & Asked<Type> }[LocalRequest['type']]

const startMs = 15_000
const lookMs = 50
/** A server or device that is away is not waited for: it comes back when they do. */
const comeBackMs = 3000
const answerMsMax = 40_000
/** An agent that says more than it may is not ours: a list of all connections is the longest that it says. */
const heardBytesMax = 256 * localLineBytesMax

/** Whoever is there, and answers; undefined when nobody is. */
export async function findLocalAgent(config: Config): Promise<LocalAgent | undefined> {
  const socket = connect(localSocketPath(stateDirOf(config), process.platform))
  try {
    await once(socket, 'connect')
  } catch {
    return undefined // nobody listens there: none was started, or it has ended
  }
  const agent = new LocalAgent(socket)
  try {
    await agent.greet()
    return agent
  } catch (error) {
    // One that is ending listens a moment longer than it lives.
    if (agent.isGone) return undefined
    agent[Symbol.dispose]()
    throw error
  }
}

/** Whoever is there. One that has fallen is started again when it has left something to bring back. */
export async function reviveLocalAgent(config: Config): Promise<LocalAgent | undefined> {
  const present = await findLocalAgent(config)
  if (present !== undefined || !existsSync(keptConnectionsPath(stateDirOf(config)))) return present
  const revived = await requireLocalAgent(config)
  for (const deadline = performance.now() + comeBackMs; performance.now() < deadline; await pause(lookMs)) {
    if ((await revived.ask({ type: 'list' }, 'connections')).connections.length > 0) break
  }
  return revived
}

export async function requireLocalAgent(config: Config): Promise<LocalAgent> {
  const present = await findLocalAgent(config)
  if (present !== undefined) return present
  await mkdir(config.folder, { recursive: true, mode: 0o700 })
  const path = join(config.folder, 'local-agent.log')
  await using log = await open(path, 'w', 0o600)
  const request = { args: ['initiate'], serverUrl: undefined, environment: config.environment }
  await startAgentInBackground(request, log.fd, { isKept: true })
  for (const deadline = performance.now() + startMs; performance.now() < deadline; await pause(lookMs)) {
    const started = await findLocalAgent(config)
    if (started !== undefined) return started
  }
  throw new CommandRefusal(`The local agent did not start. Why, it says in ${path}`)
}

function stateDirOf({ environment }: Config): string {
  const isRoot = process.getuid?.() === 0
  return environment['FARPORT_STATE_DIR'] || defaultStateDir({ isRoot, home: homedir() })
}

export class LocalAgent implements Disposable {
  readonly #socket: Socket
  readonly #asking = new Map<number, (answer: LocalAnswer | undefined) => void>()
  readonly #watchers = new Set<(connection: LocalConnection) => void>()
  readonly #gone = Promise.withResolvers<void>()
  #publicKey = ''
  #idLast = 0
  #heard = ''

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => this.#hear(text))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      for (const answer of this.#asking.values()) answer(undefined)
      this.#gone.resolve()
    })
  }

  /** What the server makes its tickets for. Known once it was greeted. */
  get publicKey(): string {
    return this.#publicKey
  }

  get isGone(): boolean {
    return this.#socket.destroyed
  }

  /** It has ended, or hung up. */
  get gone(): Promise<void> {
    return this.#gone.promise
  }

  /** Whether it answers, and who it is. Refused as `ask` is. */
  async greet(): Promise<void> {
    this.#publicKey = (await this.ask({ type: 'hello' }, 'hello')).publicKey
  }

  /** Refused with its sentence. */
  async ask<Type extends LocalAnswer['type']>(
    question: LocalQuestion,
    expected: Type,
  ): Promise<Extract<LocalAnswer, { type: Type }>> {
    this.#idLast += 1
    const id = this.#idLast
    const { promise, resolve } = Promise.withResolvers<LocalAnswer | undefined>()
    this.#asking.set(id, resolve)
    if (this.isGone) resolve(undefined)
    const timer = setTimeout(() => resolve(undefined), answerMsMax)
    this.#socket.write(`${JSON.stringify({ ...question, id })}\n`)
    const answer = await promise
    clearTimeout(timer)
    this.#asking.delete(id)
    if (answer === undefined) throw new CommandRefusal('The local agent did not answer.')
    if (answer.type === 'refused') throw new CommandRefusal(answer.message)
    if (answer.type !== expected)
      throw new CommandRefusal('The local agent is of another version. Stop it, and try again.')
    return answer as Extract<LocalAnswer, { type: Type }> // its type was just compared
  }

  /** From now on every change of a connection is told. */
  async watch(onChange: (connection: LocalConnection) => void): Promise<void> {
    this.#watchers.add(onChange)
    await this.ask({ type: 'watch' }, 'done')
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }

  #hear(text: string): void {
    const lines = (this.#heard + text).split('\n')
    this.#heard = lines.pop() ?? ''
    if (this.#heard.length > heardBytesMax) return void this.#socket.destroy()
    for (const line of lines) this.#take(line)
  }

  #take(line: string): void {
    const parsed = parse(line)
    if (parsed === undefined) return void this.#socket.destroy()
    if (parsed.type === 'changed') for (const watcher of this.#watchers) watcher(parsed.connection)
    else this.#asking.get(parsed.id)?.(parsed)
  }
}

const heard = z.union([localAnswer, localEvent])

function parse(line: string): z.infer<typeof heard> | undefined {
  try {
    return heard.parse(JSON.parse(line))
  } catch {
    return undefined // what cannot be read is no agent of ours, or one of another version
  }
}
