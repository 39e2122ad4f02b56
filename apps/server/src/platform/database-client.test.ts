import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { DatabaseClient } from './database-client.ts'

/** Messages of PostgreSQL's protocol 3: a letter, the length with itself, and what the letter says. */
const signedIn = Buffer.from('R\0\0\0\u0008\0\0\0\0', 'latin1')
const ready = Buffer.from('Z\0\0\0\u0005I', 'latin1')
const stops = errorMessage('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')

function errorMessage(fields: string): Buffer {
  const message = Buffer.from(`E    ${fields}`, 'latin1')
  message.writeUInt32BE(message.length - 1, 1)
  return message
}

it('that PostgreSQL ends in the moment it begins says so to the first question', async () => {
  await using server = createServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([signedIn, ready, stops]))),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // TCP
  const client = new DatabaseClient({ host: '127.0.0.1', port, user: 'farport', database: 'farport' })
  await client.connect()
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/)
})
