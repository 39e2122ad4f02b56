import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { freePort } from '@farport/testkit'
import { waitForDatabase } from './database-place.ts'
import { silentLog } from './log.ts'
import { createTestDatabase } from './test-database.ts'

it('a database that answers is not waited for', async () => {
  await using database = await createTestDatabase()
  await expect(waitForDatabase(database.connection, silentLog)).resolves.toBeUndefined()
})

it('one that never answers is given up', async () => {
  const port = await freePort()
  const connection = { connectionString: `postgres://me@127.0.0.1:${port}/farport` }
  await expect(waitForDatabase(connection, silentLog, 100)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it('a place that is not there is not tried twice', async () => {
  await using database = await createTestDatabase()
  const connection = { ...database.connection, database: 'nowhere' }
  await expect(waitForDatabase(connection, silentLog)).rejects.toMatchObject({ code: '3D000' })
})

it('something else that listens there is no database', async () => {
  const stranger = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const connection = { connectionString: `postgres://me@127.0.0.1:${port}/farport` }
  await expect(waitForDatabase(connection, silentLog, 100)).rejects.toThrow(Error)
  stranger.close()
})
