// From a way that both ends have agreed on to a link: a stream, and a handshake in which each proves its key to the other.

import { publicKeyText, seedOf } from '@farport/protocol'
import { accept, refuse, type Result } from '@farport/basics'
import type { Identity, LinkRefusal, Place } from '@farport/transport'
import { DatagramBox } from './datagram-box.ts'
import type { Natives } from './natives.ts'
import type { Role, RoundSecrets } from './round-secrets.ts'
import { messageType, UdpLink } from './udp-link.ts'
import type { UdpPort } from './udp-port.ts'

/** Packets of a few milliseconds at the highest speed, while this process does something else. */
const socketBufferBytes = 4_194_304

export interface OpenUdpLinkOptions {
  readonly role: Role
  readonly identity: Identity
  readonly peerKey: string
  readonly secrets: RoundSecrets
  /** Belongs to the link from now on, and is closed when there is none. */
  readonly port: UdpPort
  readonly remote: Place
  readonly timeoutMs: number
}

export async function openUdpLink(
  natives: Natives,
  options: OpenUdpLinkOptions,
): Promise<Result<UdpLink, LinkRefusal>> {
  const { role, identity, peerKey, secrets, port, remote, timeoutMs } = options
  const other = role === 'initiator' ? 'acceptor' : 'initiator'
  const raw = new natives.CountedStream(natives.udx, secrets.streamIds[role])
  raw.on('close', () => void port.close())
  // The system gives as much of it as its settings allow.
  port.socket.setRecvBufferSize(socketBufferBytes)
  port.socket.setSendBufferSize(socketBufferBytes)
  raw.connect(port.socket, secrets.streamIds[other], remote.port, remote.host)
  const publicKey = Buffer.from(publicKeyText(identity.privateKey), 'base64url')
  const secret = new natives.SecretStream(role === 'initiator', raw, {
    pattern: 'IK',
    keyPair: { publicKey, secretKey: Buffer.concat([seedOf(identity.privateKey), publicKey]) },
    ...(role === 'initiator' && { remotePublicKey: Buffer.from(peerKey, 'base64url') }),
    enableSend: false,
  })
  const greeted = await greet(secret, { peerKey, timeoutMs })
  if (greeted.ok) {
    const box = new DatagramBox(natives.sodium, {
      send: secrets.datagramKeys[role],
      receive: secrets.datagramKeys[other],
    })
    return accept(new UdpLink({ raw, secret, box, remoteAddress: remote.host, peerKey }))
  }
  secret.destroy()
  return greeted
}

type Secret = InstanceType<Natives['SecretStream']>

/**
 * In Noise IK a message that was recorded could be played again to the responder. So each waits for a first message that
 * only who holds the key of this handshake can have encrypted.
 */
function greet(
  secret: Secret,
  { peerKey, timeoutMs }: { peerKey: string; timeoutMs: number },
): Promise<Result<true, LinkRefusal>> {
  return new Promise((resolve) => {
    const settle = (result: Result<true, LinkRefusal>): void => {
      clearTimeout(timer)
      secret.off('data', onData).off('close', onClose)
      resolve(result)
    }
    const onData = (message: Buffer): void => {
      // Whoever takes over listens to what follows.
      secret.pause()
      if (message.length === 1 && message[0] === messageType.hello) settle(accept(true))
      else settle(refuse({ code: 'handshake', message: 'the other end did not greet' }))
    }
    const onClose = (): void => settle(refuse({ code: 'handshake', message: 'the stream closed during the handshake' }))
    const timer = setTimeout(
      () => settle(refuse({ code: 'timeout', message: `no handshake in ${timeoutMs} ms` })),
      timeoutMs,
    )
    secret.on('error', () => undefined) // the close tells
    secret.on('data', onData).on('close', onClose)
    void secret.opened.then((isOpen) => {
      if (!isOpen) return // the close tells
      const proven = secret.remotePublicKey?.toString('base64url')
      const message = `the other end holds the key ${String(proven)}, not ${peerKey}`
      if (proven !== peerKey) return settle(refuse({ code: 'key', message }))
      const hello = secret.alloc(1)
      hello[0] = messageType.hello
      secret.write(hello)
      secret.resume()
    })
  })
}
