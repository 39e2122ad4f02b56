// Runs queries: parsed, validated, compiled and kept by their text. Both ways in, HTTP and the event socket, use it.

import type { FastifyInstance } from 'fastify'
import { parse, specifiedRules, validate, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import mercurius from 'mercurius'
import type { Log } from '#platform/log'
import type { Context } from './context.ts'
import { presentErrors } from './errors.ts'
import { queryLengthMax, queryTokensMax, validationRules } from './limits.ts'

export interface Question {
  query: string
  variables?: Record<string, unknown> | null | undefined
  operationName?: string | null | undefined
}

export interface Answer {
  data?: unknown
  errors?: readonly GraphQLFormattedError[]
}

export interface GraphqlEngine {
  run(question: Question, context: Context): Promise<Answer>
  /** What is wrong with the query, without running it. */
  check(query: string): readonly GraphQLFormattedError[]
}

export interface EngineOptions {
  schema: GraphQLSchema
  log: Log
  allowsIntrospection: boolean
}

/** How many queries, by their text, are kept compiled. */
const queriesKeptMax = 256
/**
 * From its second run on, a query is compiled, and then trusts resolvers to give texts and numbers where the contract has
 * them, as their types say and as the first run checks: with checks, each value of each row costs as much as the row.
 */
const compilation = { jit: 1, compilerOptions: { disableLeafSerialization: true } }
const jsonDocument = /^\s*\{\s*"/

export async function createEngine(app: FastifyInstance, options: EngineOptions): Promise<GraphqlEngine> {
  const { schema, log } = options
  const rules = validationRules(options)
  await app.register(mercurius, {
    schema,
    routes: false,
    ...compilation,
    cache: queriesKeptMax,
    validationRules: rules,
    graphql: { parseOptions: { maxLexicalTokens: queryTokensMax } },
    errorFormatter: (execution) => ({
      statusCode: 200,
      response: { data: execution.data ?? null, errors: presentErrors(execution.errors ?? [], log) as never[] }, // formatted, as the client gets it
    }),
  })

  return {
    async run({ query, variables, operationName }, context) {
      const refused = refusedText(query)
      if (refused !== undefined) return { errors: [refused] }
      try {
        return (await app.graphql(query, { ...context }, variables ?? {}, operationName ?? undefined)) as Answer // errors formatted above
      } catch (error) {
        return { errors: presentErrors(validationErrors(error), log) }
      }
    },
    check(query) {
      const refused = refusedText(query)
      if (refused !== undefined) return [refused]
      try {
        const document = parse(query, { maxLexicalTokens: queryTokensMax })
        return presentErrors(validate(schema, document, [...specifiedRules, ...rules]), log)
      } catch (error) {
        return presentErrors([error], log)
      }
    },
  }
}

/** Mercurius would also take a parsed document as JSON, which has no limit of tokens. */
function refusedText(query: string): GraphQLFormattedError | undefined {
  if (query.length > queryLengthMax) {
    return { message: `A query has at most ${queryLengthMax} characters.`, extensions: { code: 'INVALID' } }
  }
  if (jsonDocument.test(query)) {
    return { message: 'A query is text in the GraphQL language.', extensions: { code: 'INVALID' } }
  }
  return undefined
}

/** Mercurius throws one error that carries what validation found. */
function validationErrors(error: unknown): readonly unknown[] {
  const carried = error instanceof Error && 'errors' in error ? error.errors : undefined
  return Array.isArray(carried) ? carried : [error]
}
