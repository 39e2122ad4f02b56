// Errors as clients see them. A refusal keeps its sentence and code; a fault is logged once, and named by a reference.

import { randomUUID } from 'node:crypto'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Log } from '#platform/log'

export function presentErrors(errors: readonly unknown[], log: Log): GraphQLFormattedError[] {
  return errors.map((error) => present(error, log))
}

export function withCode(errors: readonly GraphQLFormattedError[], code: string): GraphQLFormattedError | undefined {
  return errors.find((error) => error.extensions?.['code'] === code)
}

function present(error: unknown, log: Log): GraphQLFormattedError {
  const cause = rootCause(error)
  const where = error instanceof GraphQLError ? placeOf(error) : {}
  if (cause instanceof GraphQLError) {
    const extensions = extensionsOf(cause)
    if (typeof extensions['code'] === 'string') return { message: cause.message, ...where, extensions }
    // Found before execution, so it is the query's own; a path means that a resolver broke the contract.
    if (error instanceof GraphQLError && error.path === undefined) {
      return { message: cause.message, ...where, extensions: { code: 'INVALID' } }
    }
  }
  const reference = randomUUID().slice(0, 8)
  log.error({ err: cause, reference, path: where.path?.join('.') }, 'a query failed')
  const message = `Something went wrong on our side. Please try again; if it stays so, mention ${reference}.`
  return { message, ...where, extensions: { code: 'FAULT', reference } }
}

/** Execution wraps what a resolver throws, sometimes twice. */
function rootCause(error: unknown): unknown {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError !== undefined && cause.originalError !== null) {
    cause = cause.originalError
  }
  return cause
}

/** Compiled queries make errors of another class, which has no extensions when there are none. */
function extensionsOf(error: GraphQLError): Record<string, unknown> {
  const extensions: unknown = Reflect.get(error, 'extensions')
  return { ...(typeof extensions === 'object' ? extensions : undefined) }
}

function placeOf(error: GraphQLError): Pick<GraphQLFormattedError, 'path' | 'locations'> {
  return {
    ...(error.path === undefined ? {} : { path: error.path }),
    ...(error.locations === undefined ? {} : { locations: error.locations }),
  }
}
