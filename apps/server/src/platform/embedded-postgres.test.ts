import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTempDir, eventually } from '@farport/testkit'
import { expect, it } from 'vitest'
import { DatabaseClient } from './database-client.ts'
import { openEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { silentLog } from './log.ts'

const open = (directory: string) => openEmbeddedPostgres({ directory, log: silentLog, settings: ['fsync=off'] })

async function ask({ connection }: EmbeddedPostgres, sql: string): Promise<unknown> {
  const client = new DatabaseClient(connection)
  await client.connect()
  try {
    return (await client.query<{ answer: unknown }>(sql)).rows[0]?.answer
  } finally {
    await client.end()
  }
}

const processIdIn = (directory: string) =>
  Number.parseInt(readFileSync(path.join(directory, 'postmaster.pid'), 'utf8'), 10)

function openInAnotherProcess(directory: string): ChildProcess {
  const place = (name: string) => JSON.stringify(path.join(import.meta.dirname, name))
  const program = `
    const { openEmbeddedPostgres } = await import(${place('embedded-postgres.ts')})
    const { silentLog } = await import(${place('log.ts')})
    await openEmbeddedPostgres({ directory: ${JSON.stringify(directory)}, log: silentLog, settings: ['fsync=off'] })
    process.send('open')`
  const options = ['--input-type=module', '--eval', program]
  return spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

it('is made by the first of three at once, shared, and stopped by the last', { timeout: 60_000 }, async () => {
  await using temp = await createTempDir('embedded')
  const directory = path.join(temp.path, 'postgres')
  const [first, second, third] = await Promise.all([open(directory), open(directory), open(directory)])
  expect(await ask(second, 'select 42 as answer')).toBe(42)
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
  expect(await ask(third, 'select 43 as answer')).toBe(43)
  await third[Symbol.asyncDispose]()
  expect(existsSync(path.join(directory, 'postmaster.pid'))).toBe(false)
})

it('is started again when it is killed, and keeps what was acknowledged', { timeout: 60_000 }, async () => {
  await using temp = await createTempDir('embedded')
  const directory = path.join(temp.path, 'postgres')
  await using postgres = await openEmbeddedPostgres({ directory, log: silentLog })
  await ask(postgres, 'create table kept (answer int)')
  await ask(postgres, 'insert into kept values (7) returning answer')
  process.kill(processIdIn(directory), 'SIGKILL')
  const answer = await eventually(() => ask(postgres, 'select answer from kept'), { timeoutMs: 30_000 })
  expect(answer).toBe(7)
})

it('survives a kill of the process that started it', { timeout: 60_000 }, async () => {
  await using temp = await createTempDir('embedded')
  const directory = path.join(temp.path, 'postgres')
  const opener = openInAnotherProcess(directory)
  await once(opener, 'message')
  const processId = processIdIn(directory)
  opener.kill('SIGKILL')
  await once(opener, 'exit')
  await using postgres = await open(directory)
  expect(processIdIn(directory)).toBe(processId)
  expect(await ask(postgres, 'select 1 as answer')).toBe(1)
})

it('lives in a directory whose path is too long for a socket', { timeout: 60_000 }, async () => {
  await using temp = await createTempDir('embedded')
  const directory = path.join(temp.path, 'a'.repeat(120), 'postgres')
  await using postgres = await open(directory)
  expect(await ask(postgres, 'select 1 as answer')).toBe(1)
})
