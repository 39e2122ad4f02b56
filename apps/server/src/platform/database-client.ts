// A connection to PostgreSQL of one's own, beside the pool.

import { Client, type ClientConfig } from 'pg'

/** When it is lost while nothing is asked, what is asked next is refused. Without a listener, pg ends the process. */
export function createClient(config: ClientConfig): Client {
  const client = new Client(config)
  client.on('error', () => undefined)
  return client
}
