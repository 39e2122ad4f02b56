// The portal: its built files, and its one page for every address that is a place in it.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#platform/log'
import { precompress } from './precompress.ts'
import { contentPolicy } from './security-headers.ts'

/** Addresses under these are never the portal's. */
const apiPrefixes = ['/graphql/', '/auth/', '/agent/', '/events/', '/relay/', '/install', '/assets/']
const yearSeconds = 31_536_000

export async function addPortalFiles(app: FastifyInstance, directory: string, log: Log): Promise<void> {
  const page = path.join(directory, 'index.html')
  const isBuilt = existsSync(page)
  if (isBuilt) {
    void precompress(path.join(directory, 'assets'), log)
    await app.register(staticFiles, {
      root: directory,
      wildcard: true,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, file) => {
        // The bundler puts a hash of the content into these names.
        const isHashed = file.startsWith(path.join(directory, 'assets') + path.sep)
        response.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
      },
    })
    app.get('/', (_request, reply) => sendPage(reply, page))
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPlace(request)) return reply.code(404).send({ code: 'NOT_FOUND', message: 'There is nothing here.' })
    if (isBuilt) return sendPage(reply, page)
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The portal is not built: run npm start, or npm run dev.\n')
  })
}

/** Read each time: it is small, and a new build shows without a restart. */
async function sendPage(reply: FastifyReply, page: string): Promise<FastifyReply> {
  const html = await readFile(page, 'utf8')
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': contentPolicy(inlineScriptHashes(html)) })
    .send(html)
}

/** The page's own inline scripts are named by their hash, so that no other one runs. */
function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

function isPlace({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const isApi = apiPrefixes.some((prefix) => url.startsWith(prefix))
  return isRead && !isApi && (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null
}
