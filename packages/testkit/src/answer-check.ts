// An agent's answer to a relay's check that work connections open, for tests and benches that play agents.

import { connect } from 'node:net'
import { workPreamble } from '@farport/protocol'

/** Resolves when the relay has sent the token back and the connection has ended, and when it could not be made. */
export async function answerCheck(relay: { host: string; port: number }, token: string): Promise<void> {
  const socket = connect({ host: relay.host, port: relay.port })
  // Whoever is refused is as good as blocked: the relay draws the conclusion.
  socket.on('error', () => socket.destroy())
  socket.once('data', () => socket.end())
  socket.write(Buffer.concat([workPreamble, Buffer.from(token, 'base64url')]))
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
}
