// A service of a device in the lab: gives its file to whoever asks, and tells of what it is sent which SHA-256 it has.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import { heldPart, type FileOrder } from './file-orders.ts'

const [port, file = ''] = process.argv.slice(2)
// A long file over a bad line takes longer than Node would wait for it.
const server = createServer({ requestTimeout: 0 }, (request, response) => {
  request.socket.unref()
  if (request.method === 'GET') return void pipeline(readFile, response, () => undefined)
  const received = createHash('sha256')
  // One that breaks off gets no answer.
  pipeline(request, received, (error) => (error ? response.destroy() : response.end(received.digest('hex'))))
})
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
// The channel to the test is all that keeps this program: it ends with it.
server.unref()

let finishing = Promise.withResolvers<void>()
finishing.resolve()
process.on('message', ({ order }: FileOrder) => {
  if (order === 'hold') finishing = Promise.withResolvers()
  else finishing.resolve()
})

async function* readFile(): AsyncIterable<Buffer> {
  const heldFrom = Math.floor((await stat(file)).size * (1 - heldPart))
  yield* createReadStream(file, { end: heldFrom - 1 }) as AsyncIterable<Buffer> // without an encoding it reads buffers
  await finishing.promise
  yield* createReadStream(file, { start: heldFrom }) as AsyncIterable<Buffer> // likewise
}
process.on('SIGTERM', () => process.disconnect?.())
