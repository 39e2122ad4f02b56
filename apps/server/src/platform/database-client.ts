// One connection to PostgreSQL, of the pool or of one's own.

import { Client, type ClientConfig } from 'pg'

/**
 * When it is lost while nothing is asked, as between two statements of a transaction, what is asked next is refused. pg
 * tells it by an event, too, which would end the process if nobody listened.
 */
export class DatabaseClient extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
