import { Writable } from 'node:stream'
import { Secret } from '@farport/basics'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it.each([
  ['a password', { password: 'hunter22' }],
  ['a token inside', { session: { token: 'hunter22' } }],
  ['the headers of a request', { req: { headers: { cookie: 'hunter22', authorization: 'hunter22' } } }],
  ['a secret under another name', { database: new Secret('hunter22') }],
])('%s is not written', (_, fields) => {
  let written = ''
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString()
      done()
    },
  })
  createLog({ level: 'info', destination }).info(fields, 'look')
  expect(written).toContain('"msg":"look"')
  expect(written).not.toContain('hunter22')
})
