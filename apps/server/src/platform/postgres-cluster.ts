// One PostgreSQL data directory: made when it is missing, started when nobody runs it.

import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { readIfThere } from '@farport/program'
import { type Client, type ClientConfig, DatabaseError } from 'pg'
import { DatabaseClient } from './database-client.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'

export interface PostgresCluster {
  /** How to connect; the database is the one for maintenance. */
  readonly connection: { host: string; port: number; user: string; database: string }
  /** A connection, after starting PostgreSQL if it does not run. */
  connect(): Promise<Client>
  /** Stops PostgreSQL, whoever started it, and waits until it has gone. */
  stop(): Promise<void>
}

export interface ClusterOptions {
  directory: string
  /** Settings as `name=value`. */
  settings?: readonly string[]
  binariesDir?: string
}

/** Names the socket only: nothing listens on TCP. */
const port = 5432
const startMsMax = 60_000
const stopMsMax = 60_000
const logBytesMax = 10_000_000
/** A Unix socket's path must fit into 107 bytes. */
const socketDirectoryLengthMax = 80

export async function openPostgresCluster(options: ClusterOptions): Promise<PostgresCluster> {
  const directory = path.resolve(options.directory)
  fs.mkdirSync(path.dirname(directory), { recursive: true, mode: 0o700 })
  const programs = await findPostgresPrograms([directory], options.binariesDir)
  const host = socketDirectory(directory)
  const connection = { host, port, user: 'farport', database: 'postgres' }
  await makeCluster(directory, programs, options.binariesDir === undefined)
  giveToOwner(directory, programs.fileOwner)
  return {
    connection,
    connect: () =>
      connectOrStart(connection, () => {
        if (host !== directory) makePrivate(host, programs.fileOwner)
        return start(directory, host, programs, options.settings ?? [])
      }),
    async stop() {
      await stop(directory)
      if (host !== directory) fs.rmSync(host, { recursive: true, force: true })
    },
  }
}

/** Inside the data directory, which is private; when its path is too long, in a directory of the same privacy. */
function socketDirectory(directory: string): string {
  if (directory.length <= socketDirectoryLengthMax) return directory
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `farport-postgres-${name}`)
}

/** Built aside and renamed into place, so that neither a crash nor a race leaves half a cluster. */
async function makeCluster(directory: string, programs: PostgresPrograms, isPackaged: boolean): Promise<void> {
  if (fs.existsSync(path.join(directory, 'PG_VERSION'))) return
  removeDrafts(directory)
  const fresh = `${directory}.draft-${process.pid}-${randomBytes(4).toString('hex')}`
  makePrivate(fresh, programs.fileOwner)
  const locale = isPackaged ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8']
  const ownFiles = ['-D', fresh, '-U', 'farport', '-A', 'trust', '-E', 'UTF8', '--no-instructions']
  try {
    await programs.initdb([...ownFiles, ...locale])
    fs.renameSync(fresh, directory)
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true })
    if (!fs.existsSync(path.join(directory, 'PG_VERSION'))) throw error
  }
}

/** Those of processes that died while they made a cluster. */
function removeDrafts(directory: string): void {
  const parent = path.dirname(directory)
  for (const name of fs.readdirSync(parent)) {
    const draft = name.startsWith(`${path.basename(directory)}.draft-`) ? name.split('-').at(-2) : undefined
    if (draft !== undefined && !isAlive(Number(draft)))
      fs.rmSync(path.join(parent, name), { recursive: true, force: true })
  }
}

function makePrivate(directory: string, owner: number | undefined): void {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (owner !== undefined) fs.chownSync(directory, owner, owner)
  const { uid, mode } = fs.lstatSync(directory)
  const isPrivate = (mode & 0o077) === 0 && uid === (owner ?? process.getuid?.() ?? uid)
  if (!isPrivate) throw new Error(`${directory} belongs to somebody else, or others may enter it`)
}

/** The user that PostgreSQL runs as changes when the place becomes (un)reachable for `nobody`; the files follow. */
function giveToOwner(directory: string, owner: number | undefined): void {
  if (owner === undefined || fs.statSync(directory).uid === owner) return
  for (const name of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(path.join(directory, name), owner, owner)
  }
  fs.chownSync(directory, owner, owner)
}

interface Attempt {
  hasEnded(): boolean
}

async function connectOrStart(connection: ClientConfig, begin: () => Attempt): Promise<Client> {
  const deadline = performance.now() + startMsMax
  let attempt: Attempt | undefined
  for (;;) {
    const client = new DatabaseClient({
      ...connection,
      connectionTimeoutMillis: 5000,
      application_name: 'farport lease',
    })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (performance.now() > deadline) throw new Error('PostgreSQL does not start', { cause: error })
      // Ended at once: another process was faster, or the lock file of a killed PostgreSQL is still in place.
      if (attempt?.hasEnded() === true) await wait(100)
      const nobodyRunsIt = !(error instanceof DatabaseError) && (attempt === undefined || attempt.hasEnded())
      if (nobodyRunsIt) attempt = begin()
      await wait(10)
    }
  }
}

function start(directory: string, host: string, programs: PostgresPrograms, settings: readonly string[]): Attempt {
  const logPath = `${directory}.log`
  const isLong = (fs.statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > logBytesMax
  if (isLong) fs.renameSync(logPath, `${logPath}.1`)
  const logFile = fs.openSync(logPath, 'a', 0o600)
  const always = ['listen_addresses=', 'unix_socket_permissions=0700', 'log_checkpoints=off']
  const child = programs.start(
    ['-D', directory, '-k', host, '-p', String(port), ...[...always, ...settings].flatMap((one) => ['-c', one])],
    logFile,
  )
  fs.closeSync(logFile)
  let hasEnded = false
  void once(child, 'exit').then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  )
  return { hasEnded: () => hasEnded }
}

async function stop(directory: string): Promise<void> {
  const processId = await runningProcess(directory)
  if (processId === undefined) return
  process.kill(processId, 'SIGINT')
  const deadline = performance.now() + stopMsMax
  while ((await runningProcess(directory)) === processId) {
    if (performance.now() > deadline) throw new Error('PostgreSQL does not stop')
    await wait(10)
  }
}

/** PostgreSQL's main process, as its lock file says; the file goes at the very end of an ordered stop. */
async function runningProcess(directory: string): Promise<number | undefined> {
  const processId = Number.parseInt((await readIfThere(path.join(directory, 'postmaster.pid'))) ?? '', 10)
  return Number.isInteger(processId) && isAlive(processId) ? processId : undefined
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // process.kill throws nothing else than system errors
  }
}
