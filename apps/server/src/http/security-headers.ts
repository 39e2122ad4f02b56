// What browsers may do with our answers.

import type { FastifyInstance } from 'fastify'

/** Styles are set by script on elements (sizes, positions), which counts as inline; scripts are so only by their hash. */
export function contentPolicy(scriptHashes: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self' ws: wss:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const isSecure = publicUrl.startsWith('https:')
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': contentPolicy([]),
      'x-content-type-options': 'nosniff',
      // Links that sign in carry a token in their address.
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    })
  })
}
