// A program: one end of a session, relay or agent, without all else. argv: role, port of the service or of the agent, seeds.
import { createServer, connect } from 'node:net'
import { privateKeyFromSeed, publicKeyText } from '@farport/protocol'
import { bridge, startSession } from '@farport/session'
import { createIdentity, createTlsTransport } from '@farport/transport'

const [role, portText] = process.argv.slice(2)
const port = Number(portText)
const relayKey = privateKeyFromSeed(Buffer.alloc(32, 1)),
  agentKey = privateKeyFromSeed(Buffer.alloc(32, 2))
if (role === 'agent') {
  const tls = createTlsTransport({ identity: await createIdentity(agentKey), peerKey: publicKeyText(relayKey) })
  const l = await tls.listen({ host: '127.0.0.1', port: 0 }, (link) => {
    startSession({
      link,
      role: 'acceptor',
      verifyGrant: () => ({ ok: true, value: { expiresAt: Date.now() + 1e7 } as any }),
      onEnd: (e) => console.log(e),
      onStream(req) {
        const s = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
        s.once('connect', () => bridge(s, req.accept()))
        s.once('error', () => req.refuse({ code: 2, message: 'no' }))
      },
    })
  })
  process.send?.({ type: 'ready', port: l.place.port })
} else {
  const tls = createTlsTransport({ identity: await createIdentity(relayKey), peerKey: publicKeyText(agentKey) })
  const link = await tls.connect({ host: '127.0.0.1', port })
  if (!link.ok) throw new Error(link.refusal.message)
  const session = startSession({ link: link.value, role: 'initiator', onEnd: (e) => console.log(e) })
  const grant = session.grant('x')
  const s = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, async (socket) => {
    socket.on('error', () => socket.destroy())
    const r = await grant.open('1.2.3.4:5')
    if (!r.ok) {
      console.log(r)
      socket.destroy()
      return
    }
    bridge(socket, r.value)
  })
  s.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () =>
    process.send?.({ type: 'ready', port: (s.address() as any).port }),
  )
}
