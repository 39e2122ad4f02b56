// The bytes of a JSON body as they came, for whoever has to check a digest of them.

import type { FastifyInstance, FastifyRequest } from 'fastify'

const bodies = new WeakMap<FastifyRequest, Buffer>()

/** From here on, requests in this scope keep their JSON bodies while they are answered. */
export function keepRawBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    bodies.set(request, body)
    // Asks back by `done`, as it was asked.
    void parse(request, body.toString('utf8'), done)
  })
}

export function rawBodyOf(request: FastifyRequest): Buffer | undefined {
  return bodies.get(request)
}
