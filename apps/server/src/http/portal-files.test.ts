import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTempDir, eventually, type TempDir } from '@farport/testkit'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { silentLog } from '#platform/log'
import { createMetrics } from '#platform/metrics'
import { createHttpApp } from './app.ts'
import { addPortalFiles } from './portal-files.ts'

const script = 'document.documentElement.dataset.theme = "dark"'
const page = `<!doctype html><script>${script}</script><script type="module" src="/assets/index-1a2b.js"></script>`

async function portal(temp: TempDir): Promise<FastifyInstance> {
  await mkdir(path.join(temp.path, 'assets'))
  await writeFile(path.join(temp.path, 'index.html'), page)
  await writeFile(path.join(temp.path, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(path.join(temp.path, 'assets/index-1a2b.js'), `/* ${'a long script '.repeat(1000)} */`)
  return serve(temp)
}

async function serve(temp: TempDir): Promise<FastifyInstance> {
  const options = { log: silentLog, metrics: createMetrics(), publicUrl: 'http://localhost', trustedProxies: [] }
  const app = await createHttpApp(options)
  await addPortalFiles(app, temp.path, silentLog)
  return app
}

describe('the portal', () => {
  it.each(['/', '/devices', '/devices/d-1/s-1/connect', '/sign-up/ann@example.org'])(
    'is one page at every place: %s',
    async (url) => {
      await using temp = await createTempDir('portal')
      await using app = await portal(temp)
      const answer = await app.inject({ url, headers: { accept: 'text/html' } })
      expect([answer.statusCode, answer.body]).toEqual([200, page])
      expect(answer.headers['cache-control']).toBe('no-cache')
      const hash = createHash('sha256').update(script).digest('base64')
      expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
    },
  )

  it('has assets that never change, and are sent compressed', async () => {
    await using temp = await createTempDir('portal')
    await using app = await portal(temp)
    await eventually(() => existsSync(path.join(temp.path, 'assets/index-1a2b.js.br')))
    const answer = await app.inject({ url: '/assets/index-1a2b.js', headers: { 'accept-encoding': 'br' } })
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
    })
    const icon = await app.inject({ url: '/favicon.svg' })
    expect([icon.statusCode, icon.headers['cache-control']]).toEqual([200, 'no-cache'])
  })

  it.each([
    ['an API', '/graphql/nonsense'],
    ['an asset of an older build', '/assets/index-0000.js'],
    ['a file above it', '/../package.json'],
    ['a file above it, in disguise', '/assets/..%2f..%2fpackage.json'],
  ])('is not where %s would be', async (_, url) => {
    await using temp = await createTempDir('portal')
    await using app = await portal(temp)
    const answer = await app.inject({ url, headers: { accept: 'application/json' } })
    expect([403, 404]).toContain(answer.statusCode)
  })

  it('that is not built says what to do', async () => {
    await using temp = await createTempDir('portal')
    await using app = await serve(temp)
    const answer = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.body]).toEqual([503, 'The portal is not built: run npm start, or npm run dev.\n'])
  })
})
