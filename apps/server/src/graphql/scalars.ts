// The contract's own scalars: how they are written into answers and read from questions.

import { GraphQLError, valueFromASTUntyped, type GraphQLScalarTypeConfig } from 'graphql'

type Scalar = Pick<GraphQLScalarTypeConfig<unknown, unknown>, 'serialize' | 'parseValue' | 'parseLiteral'>

const readLiteral = (read: (value: unknown) => unknown): NonNullable<Scalar['parseLiteral']> => {
  return (node, variables) => read(valueFromASTUntyped(node, variables))
}

/** The moment as ISO 8601 in UTC. */
function writeMoment(value: unknown): string {
  const date = value instanceof Date ? value : new Date(String(value))
  if (Number.isNaN(date.getTime())) throw new Error(`not a moment: ${String(value)}`)
  return date.toISOString()
}

const momentPattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

function readMoment(value: unknown): string {
  const isWritten = typeof value === 'string' && momentPattern.test(value)
  const date = isWritten ? new Date(value) : undefined
  if (date !== undefined && !Number.isNaN(date.getTime())) return date.toISOString()
  throw new GraphQLError('A moment is written in ISO 8601, such as 2026-11-20T08:30:00Z.')
}

function readObject(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new GraphQLError('A JSON object is expected here.')
}

const asItIs = (value: unknown): unknown => value

export const scalars: Readonly<Record<'DateTime' | 'Object' | 'Any', Scalar>> = {
  DateTime: { serialize: writeMoment, parseValue: readMoment, parseLiteral: readLiteral(readMoment) },
  Object: { serialize: asItIs, parseValue: readObject, parseLiteral: readLiteral(readObject) },
  Any: { serialize: asItIs, parseValue: asItIs, parseLiteral: readLiteral(asItIs) },
}
