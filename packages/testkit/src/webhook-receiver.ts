// A web server that takes webhooks and lets the test read them.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface ReceivedWebhook {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WebhookReceiver extends AsyncDisposable {
  /** On this machine's loopback. */
  readonly url: string
  readonly port: number
  readonly received: ReceivedWebhook[]
  /** From the next request on; at first it answers with 200. */
  answer(how: number | ((response: ServerResponse) => void)): void
}

const receivedMax = 50_000

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let respond = answerWith(200)
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      if (received.length < receivedMax) received.push({ method, path: url, headers, body })
      respond(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer(how) {
      respond = typeof how === 'number' ? answerWith(how) : how
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerWith(status: number) {
  return (response: ServerResponse) => {
    response.writeHead(status).end()
  }
}
