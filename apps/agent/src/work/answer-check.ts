// Shows a relay that work connections open: its token goes there, comes back, and the connection ends in order.

import type { Socket } from 'node:net'
import { accept, refuse, type Result } from '@farport/basics'
import { workPreamble, type RelayPlace } from '@farport/protocol'
import { connectTcp } from '@farport/transport'

/** Refused with a sentence for the relay, and for the person at this machine. */
export async function answerCheck(
  tokenText: string,
  place: RelayPlace,
  timeoutMs: number,
): Promise<Result<true, string>> {
  const connected = await connectTcp(place, timeoutMs)
  if (!connected.ok) return refuse(connected.refusal.message)
  const socket = connected.value
  const token = Buffer.from(tokenText, 'base64url')
  socket.setTimeout(timeoutMs, () => socket.destroy())
  socket.write(Buffer.concat([workPreamble, token]))
  const isBack = await comesBack(token, socket)
  if (isBack) socket.end()
  else socket.destroy()
  return isBack ? accept(true) : refuse('a work connection opens, but nothing comes back through it')
}

function comesBack(token: Buffer, socket: Socket): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let read = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    if (read.length >= token.length) resolve(read.equals(token))
  })
  for (const over of ['end', 'error', 'close']) socket.on(over, () => resolve(false))
  return promise
}
