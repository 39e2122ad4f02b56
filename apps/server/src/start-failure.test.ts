import { Secret } from '@farport/basics'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { startFailureSentence } from './start-failure.ts'

const read = readConfig({ FARPORT_SECRET: 'A'.repeat(43), FARPORT_PORT: '80', FARPORT_DATA_DIR: '/data' })
if (!read.ok) throw new Error(read.refusal)
const embedded = read.value
const external = { ...embedded, databaseUrl: new Secret('postgres://db.example/farport') }
const failure = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })

it.each([
  ['a taken port', embedded, failure('EADDRINUSE'), 'Port 80 is taken'],
  ['a port for root', embedded, failure('EACCES', { syscall: 'listen' }), 'needs privileges'],
  ['a full disk', embedded, failure('ENOSPC'), 'The disk of /data is full'],
  ['a full disk that initdb met', embedded, failure('1', { stderr: 'initdb: No space left on device' }), 'is full'],
  ['a full disk beneath', embedded, new Error('x', { cause: failure('ENOSPC') }), 'is full'],
  ['a directory of somebody else', embedded, failure('EACCES', { syscall: 'mkdir' }), '/data cannot be written'],
  ['a file in the way', embedded, failure('ENOTDIR', { syscall: 'mkdir' }), '/data cannot be made there'],
  ['a machine without user namespaces', embedded, failure('1', { stderr: 'unshare: failed' }), 'as an ordinary user'],
  ['a database that is down', external, failure('ECONNREFUSED'), 'cannot be reached'],
  ['a wrong password', external, failure('28P01'), 'refuses this user or password'],
  [
    'a NATS that is down',
    external,
    new Error('the bus cannot connect to NATS', { cause: failure('ECONNREFUSED') }),
    'The NATS of NATS_URL cannot be reached',
  ],
  [
    'a database of places that is not there',
    external,
    new Error('the geo database /data/places.mmdb cannot be read', { cause: failure('ENOENT') }),
    '/data/places.mmdb is no database of places',
  ],
  ['a database that was not made', external, failure('3D000'), 'does not exist'],
])('%s is explained', (_, config, error, words) => {
  expect(startFailureSentence(error, config)).toContain(words)
})

it('a fault of our own is not explained away', () => {
  expect(startFailureSentence(new TypeError('undefined is not a function'), embedded)).toBeUndefined()
})
