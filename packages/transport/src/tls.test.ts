import { createPublicKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTlsSocket, createServer as createTlsServer } from 'node:tls'
import { generatePrivateKey, publicKeyText } from '@farport/protocol'
import { describe, expect, it } from 'vitest'
import { describeTransport } from './compliance.ts'
import { createIdentity } from './identity.ts'
import type { Link } from './link.ts'
import { canReadStatically } from './static-read.ts'
import { connectTcp } from './tcp.ts'
import { connectPinned, createTlsTransport, serverTlsOptions, tlsOverSocket } from './tls.ts'

const [left, right, stranger] = await Promise.all([1, 2, 3].map(() => createIdentity(generatePrivateKey())))
if (!left || !right || !stranger) throw new Error('three identities were asked for')

describeTransport('tls', async () => ({
  listening: createTlsTransport({ identity: left, peerKey: right.publicKey }),
  connecting: createTlsTransport({ identity: right, peerKey: left.publicKey }),
  keys: { listening: left.publicKey, connecting: right.publicKey },
}))

const place = { host: '127.0.0.1', port: 0 }

describe('pinned keys', () => {
  it('refuse a server that holds another key', async () => {
    await using listener = await createTlsTransport({ identity: stranger, peerKey: right.publicKey }).listen(
      place,
      () => undefined,
    )
    const link = await createTlsTransport({ identity: right, peerKey: left.publicKey }).connect(listener.place)
    expect(link).toMatchObject({ ok: false, refusal: { code: 'key' } })
  })

  it('refuse a client that holds another key, or none, and its bytes are never seen', async () => {
    const arrived: Link[] = []
    await using listener = await createTlsTransport({ identity: left, peerKey: right.publicKey }).listen(
      place,
      (link) => arrived.push(link),
    )
    const impostor = await createTlsTransport({ identity: stranger, peerKey: left.publicKey }).connect(listener.place)
    // In TLS 1.3 the client is done before the server has judged it: it learns by the close.
    if (impostor.ok)
      await new Promise<void>((resolve) =>
        impostor.value.start({
          onBytes: () => undefined,
          onDrain: () => undefined,
          onEnd: resolve,
          onClose: () => resolve(),
        }),
      )
    const nobody = connectTlsSocket({ ...listener.place, rejectUnauthorized: false })
    nobody.on('error', () => undefined)
    await once(nobody, 'close')
    expect(arrived).toEqual([])
  })

  it('refuse what is no TLS, and what says nothing', async () => {
    const server = createServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n')).listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const options = { identity: left, peerKey: right.publicKey, role: 'client', timeoutMs: 100 } as const
    const talking = await connectTcp({ host: '127.0.0.1', port })
    expect(talking.ok && (await tlsOverSocket(talking.value, options))).toMatchObject({
      ok: false,
      refusal: { code: 'handshake' },
    })
    server.removeAllListeners('connection')
    const silent = await connectTcp({ host: '127.0.0.1', port })
    expect(silent.ok && (await tlsOverSocket(silent.value, options))).toMatchObject({
      ok: false,
      refusal: { code: 'timeout' },
    })
    server.close()
  })

  it('are not told in an older version: neither end goes down to it', async () => {
    const oldServer = createTlsServer(
      { key: left.privateKeyPem, cert: left.certificatePem, maxVersion: 'TLSv1.2' },
      (socket) => void socket.end('in'),
    ).listen(0)
    await once(oldServer, 'listening')
    const { port } = oldServer.address() as AddressInfo
    const link = await connectPinned({ host: '127.0.0.1', port }, { peerKey: left.publicKey })
    expect(link).toMatchObject({ ok: false, refusal: { code: 'handshake' } })
    oldServer.close()

    const server = createTlsServer(serverTlsOptions(left)).listen(0)
    await once(server, 'listening')
    const { port: ourPort } = server.address() as AddressInfo
    const oldClient = connectTlsSocket({
      host: '127.0.0.1',
      port: ourPort,
      maxVersion: 'TLSv1.2',
      rejectUnauthorized: false,
    })
    const [error] = (await once(oldClient, 'error')) as [NodeJS.ErrnoException] // as Node says the event
    expect(error.code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION')
    server.close()
  })

  it('let a client without a certificate know its server', async () => {
    const server = createTlsServer(serverTlsOptions(left), (socket) => void socket.end('in')).listen(0)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await connectPinned({ host: '127.0.0.1', port }, { peerKey: right.publicKey })).toMatchObject({
      ok: false,
      refusal: { code: 'key' },
    })
    const socket = await connectPinned({ host: '127.0.0.1', port }, { peerKey: left.publicKey })
    if (!socket.ok) throw new Error(socket.refusal.message)
    expect(socket.value.getProtocol()).toBe('TLSv1.3')
    expect(canReadStatically(socket.value)).toBe(true)
    expect(String((await once(socket.value, 'data'))[0])).toBe('in')
    socket.value.destroy()
    server.close()
  })
})

it('TLS begins after a preamble, either way round', async () => {
  const server = createServer({ allowHalfOpen: true }).listen(0)
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const connected = await connectTcp({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  if (!connected.ok) throw new Error(connected.refusal.message)
  connected.value.write('FPW1')
  const [socket] = await accepted
  // The end that dialled is the server of the TLS inside.
  const [inner, outer] = await Promise.all([
    tlsOverSocket(connected.value, { role: 'server', identity: left, peerKey: right.publicKey }),
    once(socket, 'readable').then(() => {
      expect(String(socket.read(4))).toBe('FPW1')
      return tlsOverSocket(socket, { role: 'client', identity: right, peerKey: left.publicKey })
    }),
  ])
  expect([inner.ok, outer.ok]).toEqual([true, true])
  if (inner.ok) inner.value.destroy()
  if (outer.ok) outer.value.destroy()
  server.close()
})

it('an identity shows its own key, and is valid for devices whose clock is wrong', async () => {
  const privateKey = generatePrivateKey()
  const certificate = new X509Certificate((await createIdentity(privateKey)).certificatePem)
  expect(publicKeyText(certificate.publicKey)).toBe(publicKeyText(privateKey))
  expect(certificate.verify(createPublicKey(privateKey))).toBe(true)
  expect(certificate.validFromDate.getFullYear()).toBeLessThan(2001)
})
