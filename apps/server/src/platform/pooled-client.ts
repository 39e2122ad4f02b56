// A connection of the pool. It lets PostgreSQL keep prepared what is asked again and again, and sends together what is
// asked in one turn of the event loop: most of what a small statement costs is its way there and back.

import { type Client, DatabaseError, type QueryResult } from 'pg'
import { DatabaseClient } from './database-client.ts'
import type { StatementNames } from './statement-names.ts'

/** The table was changed under a prepared statement: 'cached plan must not change result type'. */
export const outdatedPlan = '0A000'

type Ask = (...words: unknown[]) => Promise<QueryResult>

const hasBegun: QueryResult = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }

/** A class for the pool to make connections of, which must pipeline; all of them share the names. */
export function pooledClient(names: StatementNames): typeof Client {
  return class PooledClient extends DatabaseClient {
    /** The beginning of a transaction that is on its way with the first statement. */
    #beginning: Promise<unknown> | undefined
    #isCorked = false

    // Of the many ways to ask, the one that is asked again and again is prepared; the others pass through.
    override query = ((...words: unknown[]) => {
      const ask: Ask = (...those) => (super.query as unknown as Ask).apply(this, those) // one of its overloads
      const [text, values] = words
      this.#sendTogether()
      if (text === 'begin' && typeof words.at(-1) !== 'function') return this.#begin(ask)
      if (words.length !== 2 || typeof text !== 'string') return this.#afterBeginning(ask(...words))
      const name = names.nameOf(text)
      if (name === undefined) return this.#afterBeginning(answered(ask, text, values))
      return this.#afterBeginning(answered(ask, { name, text, values }).catch(forbidIfOutdated))

      function forbidIfOutdated(error: unknown): never {
        if (error instanceof DatabaseError && error.code === outdatedPlan) names.forbid(String(text))
        throw error
      }
    }) as Client['query']

    /** Nobody has to wait for it: if it should fail, the first statement fails. */
    #begin(ask: Ask): Promise<QueryResult> {
      this.#beginning = ask('begin')
      this.#beginning.catch(() => undefined) // told by the first statement
      return Promise.resolve(hasBegun)
    }

    #afterBeginning<Answer>(answer: Answer): Answer | Promise<Awaited<Answer>> {
      const beginning = this.#beginning
      if (beginning === undefined) return answer
      this.#beginning = undefined
      return Promise.all([answer, beginning]).then(([first]) => first)
    }

    #sendTogether(): void {
      if (this.#isCorked) return
      const { stream } = this.connection
      this.#isCorked = true
      stream.cork()
      process.nextTick(() => {
        this.#isCorked = false
        stream.uncork()
      })
    }
  }
}

/**
 * By a function that the query has from its beginning. When pg makes a promise, it hands the query its function later, and
 * V8 then keeps such queries, with all their rows, through every collection of young objects until the next full one.
 */
function answered(ask: Ask, ...question: unknown[]): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    void ask(...question, (error: Error | null | undefined, answer: QueryResult) =>
      error == null ? resolve(answer) : reject(error),
    )
  })
}
