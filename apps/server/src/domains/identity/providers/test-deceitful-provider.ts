// For tests: an OpenID provider that says whatever the test wants, honest or not. It asks nobody anything: whoever comes
// is sent back as the person that the test has set.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Secret } from '@farport/basics'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'

export interface DeceitfulProvider extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whom it says the person is. */
  person: { sub: string; email?: string; email_verified?: boolean }
  lie: Lie
  /** What it was asked, by path. */
  readonly asked: string[]
  /** What the last token request carried. */
  readonly tokenRequest: URLSearchParams
}

export interface Lie {
  claims?: JWTPayload & Record<string, unknown>
  /** Claims that are left out. */
  without?: readonly string[]
  signature?: 'none' | 'client-secret' | 'public-key' | 'other-key'
  /** What it calls itself in its configuration. */
  issuer?: string
  tokenStatus?: number
  /** Whom the userinfo endpoint speaks of. */
  userinfo?: Record<string, unknown>
  error?: string
  isSilent?: boolean
}

interface Grant {
  nonce: string
  clientId: string
}

/** What a server is set up with, to which it is Okta. */
export function asOkta({ issuer, clientId, clientSecret }: DeceitfulProvider) {
  return { id: 'okta', issuer: new URL(issuer), clientId, clientSecret: new Secret(clientSecret) } as const
}

export async function startDeceitfulProvider(): Promise<DeceitfulProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const grants = new Map<string, Grant>()
  let count = 0
  const server = createServer((request, answer) => {
    serve(request, answer).catch((error: unknown) => answer.writeHead(500).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the provider has no port')
  const issuer = `http://127.0.0.1:${address.port}`

  const provider: DeceitfulProvider = {
    issuer,
    clientId: 'farport',
    clientSecret: 'a client secret of thirty-two bytes',
    person: { sub: 'ann', email: 'ann@example.org', email_verified: true },
    lie: {},
    asked: [],
    tokenRequest: new URLSearchParams(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', issuer)
    provider.asked.push(url.pathname)
    if (provider.lie.isSilent === true) return
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return sendJson(answer, configuration())
      case '/keys':
        return sendJson(answer, { keys: [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }] })
      case '/authorize':
        return sendBack(answer, url.searchParams)
      case '/token':
        return sendTokens(answer, new URLSearchParams(await bodyOf(request)))
      case '/userinfo':
        return sendJson(answer, provider.lie.userinfo ?? provider.person)
      default:
        answer.writeHead(404).end()
    }
  }

  function configuration() {
    return {
      issuer: provider.lie.issuer ?? issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(provider.lie.userinfo === undefined ? {} : { userinfo_endpoint: `${issuer}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }
  }

  function sendBack(answer: ServerResponse, asked: URLSearchParams): void {
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('state', asked.get('state') ?? '')
    if (provider.lie.error !== undefined) {
      back.searchParams.set('error', provider.lie.error)
    } else {
      const code = `code-${(count += 1)}`
      grants.set(code, { nonce: asked.get('nonce') ?? '', clientId: asked.get('client_id') ?? '' })
      back.searchParams.set('code', code)
    }
    answer.writeHead(302, { location: back.href }).end()
  }

  async function sendTokens(answer: ServerResponse, asked: URLSearchParams): Promise<void> {
    for (const [name, value] of asked) provider.tokenRequest.set(name, value)
    if (provider.lie.tokenStatus !== undefined) return void answer.writeHead(provider.lie.tokenStatus).end()
    const grant = grants.get(asked.get('code') ?? '')
    if (grant === undefined) return sendJson(answer, { error: 'invalid_grant' }, 400)
    sendJson(answer, { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: await idToken(grant) })
  }

  async function idToken({ nonce, clientId }: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const all = {
      iss: issuer,
      aud: clientId,
      iat: now,
      exp: now + 60,
      nonce,
      ...provider.person,
      ...provider.lie.claims,
    }
    const told = Object.entries(all).filter(([name]) => provider.lie.without?.includes(name) !== true)
    const claims = Object.fromEntries(told)
    const bytes = (text: string) => new TextEncoder().encode(text)
    switch (provider.lie.signature) {
      case 'none':
        return new UnsecuredJWT(claims).encode()
      case 'client-secret':
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key' }).sign(bytes(provider.clientSecret))
      case 'public-key': {
        const key = bytes(await exportSPKI(publicKey))
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key' }).sign(key)
      }
      case 'other-key':
        return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(other.privateKey)
      default:
        return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key' }).sign(privateKey)
    }
  }

  return provider
}

function sendJson(answer: ServerResponse, body: unknown, status = 200): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding was set
  return Buffer.concat(chunks).toString('utf8')
}
