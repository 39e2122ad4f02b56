import { once } from 'node:events'
import { generatePrivateKey } from '@farport/protocol'
import { refuse, type Result } from '@farport/basics'
import { createIdentity, type Identity, type LinkRefusal, type Transport } from '@farport/transport'
import { describeTransport } from '@farport/transport/compliance'
import { loadNatives } from './natives.ts'
import { openUdpLink } from './open-udp-link.ts'
import { Punch, type UdpWay } from './punch.ts'
import { deriveRoundSecrets, type Role } from './round-secrets.ts'
import type { UdpLink } from './udp-link.ts'
import { openUdpPort } from './udp-port.ts'

const loaded = await loadNatives()
if (!loaded.ok) throw new Error(loaded.refusal)
const natives = loaded.value
const [left, right, stranger] = await Promise.all([1, 2, 3].map(() => createIdentity(generatePrivateKey())))
if (!left || !right || !stranger) throw new Error('three identities were asked for')

/** A way on this machine, agreed on by both ends, as punching leaves it. */
function agreeOnWay(role: Role, secrets: ReturnType<typeof deriveRoundSecrets>, onWay: (way: UdpWay) => void) {
  const punch = new Punch({ role, helloKey: secrets.helloKey, onWay })
  const port = openUdpPort(natives, 4, (bytes, from, at) => punch.onPacket(bytes, from, at))
  if (port === undefined) throw new Error('no UDP on this machine')
  return { punch, port }
}

const secrets = deriveRoundSecrets(1, { initiator: 'A'.repeat(43), acceptor: 'B'.repeat(43) })

/** Links over UDP on loopback, one for each listener. */
function createUdpTransport(identity: Identity, peerKey: string): Transport {
  const open = (role: Role, { port, remote }: UdpWay): Promise<Result<UdpLink, LinkRefusal>> =>
    openUdpLink(natives, { role, identity, peerKey, secrets, port, remote, timeoutMs: 2000 })
  return {
    async listen(place, onLink) {
      const { port } = agreeOnWay('acceptor', secrets, (way) => {
        void open('acceptor', way).then((link) => link.ok && onLink(link.value))
      })
      return { place: { ...place, port: port.port }, [Symbol.asyncDispose]: () => port.close() }
    },
    async connect(place) {
      const { promise, resolve } = Promise.withResolvers<UdpWay>()
      const { punch, port } = agreeOnWay('initiator', secrets, resolve)
      const timer = setInterval(() => punch.probe(port, place), 10)
      const way = await Promise.race([promise, once(AbortSignal.timeout(500), 'abort')])
      clearInterval(timer)
      if (!Array.isArray(way)) return await open('initiator', way)
      await port.close()
      return refuse({ code: 'unreachable', message: 'nobody answers' })
    },
  }
}

describeTransport('udp', async () => ({
  listening: createUdpTransport(left, right.publicKey),
  connecting: createUdpTransport(right, left.publicKey),
  keys: { listening: left.publicKey, connecting: right.publicKey },
}))
