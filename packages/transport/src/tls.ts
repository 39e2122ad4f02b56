// Links over TLS 1.3, both ends known by their keys. Certificates carry the keys and say nothing else.

import { constants } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  connect as connectTlsSocket,
  createSecureContext,
  TLSSocket,
  type CommonConnectionOptions,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls'
import { accept, refuse, type Result } from '@farport/basics'
import { peerKeyOf, type Identity } from './identity.ts'
import type { Link, LinkRefusal, Place, Transport } from './link.ts'
import { createSocketLink } from './socket-link.ts'
import { connectTcp, listenForSockets } from './tcp.ts'

export interface PinnedTlsOptions {
  readonly identity: Identity
  /** The key that the other end must prove. */
  readonly peerKey: string
  readonly timeoutMs?: number
}

const handshakeTimeoutMs = 10_000

export function createTlsTransport(options: PinnedTlsOptions): Transport {
  return {
    listen: (place, onLink) =>
      listenForSockets(place, (socket) => {
        void tlsOverSocket(socket, { ...options, role: 'server' }).then((link) => {
          if (link.ok) onLink(link.value)
        })
      }),
    async connect(place) {
      const socket = await connectTcp(place)
      return socket.ok ? await tlsOverSocket(socket.value, { ...options, role: 'client' }) : socket
    },
  }
}

/**
 * Speaks TLS over a socket that is connected, and may have carried a preamble. The socket belongs to the link from now
 * on, and is destroyed when there is none.
 */
export async function tlsOverSocket(
  socket: Socket,
  options: PinnedTlsOptions & { role: 'client' | 'server' },
): Promise<Result<Link, LinkRefusal>> {
  socket.allowHalfOpen = true
  const remoteAddress = socket.remoteAddress ?? ''
  const secure =
    options.role === 'client' ? clientSocket(socket, options.identity) : serverSocket(socket, options.identity)
  const handshake = await handshaken(secure, options.timeoutMs ?? handshakeTimeoutMs)
  if (!handshake.ok) return handshake
  const refused = refuseKey(secure, options.peerKey)
  return refused ?? accept(createSocketLink(secure, { kind: 'tls', remoteAddress, peerKey: options.peerKey }))
}

/**
 * A TLS 1.3 client that knows the server by its key and shows no certificate: for the control channel, where a
 * WebSocket runs on the socket and the agent proves its key by a signature.
 */
export async function connectPinned(
  place: Place,
  options: { peerKey: string; timeoutMs?: number },
): Promise<Result<TLSSocket, LinkRefusal>> {
  const socket = await connectTcp(place, options.timeoutMs)
  if (!socket.ok) return socket
  const secure = connectTlsSocket({ socket: socket.value, secureContext: controlContext(), rejectUnauthorized: false })
  const handshake = await handshaken(secure, options.timeoutMs ?? handshakeTimeoutMs)
  if (!handshake.ok) return handshake
  return refuseKey(secure, options.peerKey) ?? accept(secure)
}

/** How a TLS server shows this identity: to be given to Node's tls or https server. */
export function serverTlsOptions(identity: Identity): SecureContextOptions {
  return { ...tlsSettings, cert: identity.certificatePem, key: identity.privateKeyPem }
}

/** The same, for those who come by connectPinned. */
export function controlTlsOptions(identity: Identity): SecureContextOptions {
  return { ...serverTlsOptions(identity), ...lightHandshake }
}

// AES-GCM first: with the instructions that nearly every CPU has it is the fastest. No tickets: nobody resumes, and
// each would be two more records and a key to keep.
const tlsSettings = {
  minVersion: 'TLSv1.3',
  ciphers: 'TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_256_GCM_SHA384',
  secureOptions: constants.SSL_OP_NO_TICKET,
} as const satisfies SecureContextOptions

/**
 * A hybrid key exchange keeps 7 kB for as long as a connection lives, and costs as much CPU again. What is secret for
 * long does not travel on the control channel but in sessions, which keep it.
 */
const lightHandshake = { ...tlsSettings, ecdhCurve: 'X25519' } as const satisfies SecureContextOptions

let controlContextMade: SecureContext | undefined
/** One for all: it holds no key, and making one takes longer than to verify a signature. */
const controlContext = (): SecureContext => (controlContextMade ??= createSecureContext(lightHandshake))

// Whom the key belongs to is judged by refuseKey, after the handshake has proven it.
const judgedByKey = { rejectUnauthorized: false, requestCert: true } as const satisfies CommonConnectionOptions

function clientSocket(socket: Socket, identity: Identity): TLSSocket {
  return connectTlsSocket({ socket, ...serverTlsOptions(identity), ...judgedByKey })
}

function serverSocket(socket: Socket, identity: Identity): TLSSocket {
  return new TLSSocket(socket, {
    isServer: true,
    secureContext: createSecureContext(serverTlsOptions(identity)),
    ...judgedByKey,
  })
}

function refuseKey(socket: TLSSocket, expected: string): Result<never, LinkRefusal> | undefined {
  const proven = peerKeyOf(socket)
  if (proven === expected) return undefined
  socket.destroy()
  return refuse({
    code: 'key',
    message:
      proven === undefined ? 'the other end proved no key' : `the other end holds the key ${proven}, not ${expected}`,
  })
}

function handshaken(socket: TLSSocket, timeoutMs: number): Promise<Result<true, LinkRefusal>> {
  return new Promise((resolve) => {
    const settle = (result: Result<true, LinkRefusal>): void => {
      clearTimeout(timer)
      socket.off('secure', onSecure).off('error', onError).off('close', onClose)
      if (!result.ok) socket.on('error', () => undefined).destroy() // the refusal has said it
      resolve(result)
    }
    const onSecure = (): void => settle(accept(true))
    const onError = (error: Error): void => settle(refuse({ code: 'handshake', message: error.message }))
    const onClose = (): void =>
      settle(refuse({ code: 'handshake', message: 'the connection closed during the handshake' }))
    const timer = setTimeout(
      () => settle(refuse({ code: 'timeout', message: `no handshake in ${timeoutMs} ms` })),
      timeoutMs,
    )
    socket.on('secure', onSecure).on('error', onError).on('close', onClose)
  })
}
