// For tests: calls from one of the many addresses that a machine has for itself, as if several people came.

import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

export async function postFrom(
  localAddress: string,
  url: string,
  body: unknown,
): Promise<{ status: number; body: unknown }> {
  const { hostname, port, pathname } = new URL(url)
  const asked = request({
    hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port,
    path: pathname,
    method: 'POST',
    localAddress,
    headers: { 'content-type': 'application/json' },
  })
  asked.end(JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage] // as the event says
  return { status: answer.statusCode ?? 0, body: await json(answer) }
}
