// A connection that lets PostgreSQL keep prepared what is asked again and again.

import { Client, DatabaseError } from 'pg'
import type { StatementNames } from './statement-names.ts'

/** The table was changed under a prepared statement: 'cached plan must not change result type'. */
export const outdatedPlan = '0A000'

/** A class for the pool to make connections of; all of them share the names. */
export function preparingClient(names: StatementNames): typeof Client {
  return class PreparingClient extends Client {
    // Of the many ways to ask, the one that is asked again and again; the others pass through.
    override query = ((...words: unknown[]) => {
      const ask = super.query as unknown as (...words: unknown[]) => Promise<unknown> // one of its overloads
      const [text, values] = words
      const name = words.length === 2 && typeof text === 'string' ? names.nameOf(text) : undefined
      if (name === undefined || typeof text !== 'string') return ask.apply(this, words)
      return ask.call(this, { name, text, values }).catch((error: unknown) => {
        if (error instanceof DatabaseError && error.code === outdatedPlan) names.forbid(text)
        throw error
      })
    }) as Client['query']
  }
}
