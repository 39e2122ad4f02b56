// The schema that answers: the contract, with the resolvers of all parts put in.

import { loadSchema } from '@farport/contract/schema'
import { isInterfaceType, isObjectType, isScalarType, isUnionType, type GraphQLSchema } from 'graphql'
import type { Resolvers } from '../../generated/resolvers.ts'
import { scalars } from './scalars.ts'

type FieldResolvers = Readonly<Record<string, unknown>>

/** Throws when a resolver fits nothing in the contract, or when two parts resolve the same field. */
export function buildAnsweringSchema(parts: readonly Resolvers[]): GraphQLSchema {
  const schema = loadSchema()
  for (const [name, scalar] of Object.entries(scalars)) Object.assign(scalarType(schema, name), scalar)
  const taken = new Set<string>()
  for (const part of parts) {
    for (const [typeName, resolvers] of Object.entries(part)) {
      putResolvers(schema, typeName, resolvers as FieldResolvers, taken) // what Resolvers is made of
    }
  }
  return schema
}

/** Fields of Query and Mutation that no part resolves. */
export function unansweredFields(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type !== undefined && type !== null)
  return roots.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => field.resolve === undefined)
      .map((field) => `${type.name}.${field.name}`),
  )
}

function scalarType(schema: GraphQLSchema, name: string) {
  const type = schema.getType(name)
  if (!isScalarType(type)) throw new Error(`the contract has no scalar ${name}`)
  return type
}

function putResolvers(schema: GraphQLSchema, typeName: string, resolvers: FieldResolvers, taken: Set<string>): void {
  const type = schema.getType(typeName)
  for (const [fieldName, resolver] of Object.entries(resolvers)) {
    const place = `${typeName}.${fieldName}`
    if (taken.has(place)) throw new Error(`two parts resolve ${place}`)
    taken.add(place)
    if (typeof resolver !== 'function') throw new Error(`the resolver of ${place} is no function`)
    if (fieldName === '__resolveType' && (isInterfaceType(type) || isUnionType(type))) {
      type.resolveType = resolver as NonNullable<typeof type.resolveType> // typed where it is written
      continue
    }
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined
    if (field === undefined) throw new Error(`the contract has no ${place}`)
    field.resolve = resolver as NonNullable<typeof field.resolve> // typed where it is written
  }
}
