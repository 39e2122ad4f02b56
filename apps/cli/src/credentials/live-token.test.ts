import { stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Secret } from '@farport/basics'
import { createTempDir, type TempDir } from '@farport/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { liveToken } from './live-token.ts'
import { readSignIn, writeSignIn } from './sign-in-file.ts'

let dir: TempDir
let server: Server
let url: string
/** Refresh tokens that came, in order. */
let came: string[]
let isOver: boolean

beforeEach(async () => {
  dir = await createTempDir('live-token')
  came = []
  isOver = false
  server = createServer((request, response) => {
    void text(request).then((body) => {
      came.push((JSON.parse(body) as { refreshToken: string }).refreshToken) // as the command line writes it
      const tokens = {
        accessToken: `access ${came.length}`,
        refreshToken: `refresh ${came.length}`,
        expiresInSeconds: 900,
      }
      const refusal = { code: 'UNAUTHENTICATED', message: 'Your session has ended.' }
      response.writeHead(isOver ? 401 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isOver ? refusal : { user: { id: 'a-1', email: 'ada@example.org' }, tokens }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port')
  url = `http://127.0.0.1:${address.port}`
})
afterEach(async () => {
  server.close()
  await dir[Symbol.asyncDispose]()
})

const keep = (leftMs: number) =>
  writeSignIn(dir.path, {
    serverUrl: url,
    email: 'ada@example.org',
    token: new Secret('access 0'),
    expiresAtMs: Date.now() + leftMs,
    refreshToken: new Secret('refresh 0'),
  })
const live = async (refused?: Secret) => (await liveToken(dir.path, refused)).reveal()

describe('the token of a sign-in', () => {
  it('is the one that is kept, as long as it is good', async () => {
    await keep(600_000)
    expect(await live()).toBe('access 0')
    expect(came).toEqual([])
  })

  it('is exchanged before it ends, once, however many ask at the same time', async () => {
    await keep(10_000)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => live()))
    expect(new Set(tokens)).toEqual(new Set(['access 1']))
    expect(came).toEqual(['refresh 0'])
    expect((await readSignIn(dir.path))?.refreshToken?.reveal()).toBe('refresh 1')
    expect((await stat(join(dir.path, 'sign-in.json'))).mode & 0o777).toBe(0o600)
  })

  it('is exchanged when the server did not take it, and another process has not done so', async () => {
    await keep(600_000)
    const refused = new Secret('access 0')
    expect(await Promise.all([live(refused), live(refused)])).toEqual(['access 1', 'access 1'])
    expect(came).toEqual(['refresh 0'])
  })

  it('is exchanged although a process died while it had the lock', async () => {
    await keep(10_000)
    const lock = join(dir.path, 'sign-in.json.lock')
    await writeFile(lock, '')
    const longAgo = new Date(Date.now() - 3_600_000)
    await utimes(lock, longAgo, longAgo)
    expect(await live()).toBe('access 1')
  })

  it('is nothing any more when the session has ended', async () => {
    await keep(10_000)
    isOver = true
    await expect(live()).rejects.toThrow('Your session has ended. Run: farport signin')
    expect(await readSignIn(dir.path)).toBeUndefined()
  })
})
