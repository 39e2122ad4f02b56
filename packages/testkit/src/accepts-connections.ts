// Whether somebody listens on a port of this machine just now.

import { once } from 'node:events'
import { connect } from 'node:net'

export async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
