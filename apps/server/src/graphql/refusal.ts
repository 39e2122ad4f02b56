// Refusals at the edge of the API: an answer inside the server, an error with a code for the client.

import type { Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { GraphQLError } from 'graphql'

/** The value of an accepted result; a refusal leaves as a GraphQL error with `extensions.code`. */
export function orRefuse<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value
  throw refusalError(result.refusal)
}

export function refusalError({ message, ...extensions }: Refusal): GraphQLError {
  return new GraphQLError(message, { extensions: { ...extensions } })
}
