// The inner half of a way from the test into a namespace: what comes to a Unix socket, which all namespaces see, goes to
// a port in there.

import { connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'

const [path = '', port = ''] = process.argv.slice(2)
const server = createServer((outer) => {
  const inner = connect(Number(port), '127.0.0.1')
  for (const socket of [outer, inner]) socket.unref()
  // Either end may break off at any time; then the other is over, too.
  pipeline(outer, inner, outer, () => undefined)
})
server.listen(path, () => process.send?.('ready'))
// The channel to the test is all that keeps this program: it ends with it.
server.unref()
process.on('message', () => undefined)
process.on('SIGTERM', () => process.disconnect?.())
