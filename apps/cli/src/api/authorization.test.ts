import { createServer, type IncomingMessage } from 'node:http'
import { Secret } from '@farport/basics'
import { checkDigest, isSignedWith, parseHttpSignature, signedText } from '@farport/protocol'
import { expect, it } from 'vitest'
import { postJson } from './http.ts'

interface Received {
  request: IncomingMessage
  body: string
}

/** What arrives at a server when the command line posts to it. */
async function receive(post: (url: string) => Promise<unknown>): Promise<Received> {
  const { promise, resolve } = Promise.withResolvers<Received>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes: Buffer) => (body += bytes.toString()))
    request.on('end', () => {
      response.end('{}')
      resolve({ request, body })
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port')
  await post(`http://127.0.0.1:${address.port}/graphql/v1`)
  server.close()
  return promise
}

it('what an access key signs is what arrives', async () => {
  const secret = Buffer.from('secret')
  const key = { id: 'FPKEY', secret: new Secret(secret) }
  const { request, body } = await receive((url) => postJson(url, { query: '{ é }' }, { kind: 'access-key', key }))
  const signature = parseHttpSignature(request.headers.authorization ?? '')
  if (!signature.ok) throw new Error(signature.refusal)
  const text = signedText(signature.value.names, {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: new Map(Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat()])),
  })
  expect(text.ok && isSignedWith(secret, text.value, signature.value.signature)).toBe(true)
  expect(signature.value.names).toEqual(expect.arrayContaining(['digest', 'content-length', 'content-type']))
  expect(checkDigest(String(request.headers['digest']), Buffer.from(body)).ok).toBe(true)
})

it('a token is carried as it is', async () => {
  const { request } = await receive((url) => postJson(url, {}, { kind: 'token', live: async () => new Secret('abc') }))
  expect(request.headers.authorization).toBe('Bearer abc')
  expect(request.headers['user-agent']).toMatch(/^farport\/\d+\.\d+\.\d+ \(cli\)$/)
})
