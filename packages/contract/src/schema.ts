// The schema as text and as a GraphQL schema: all files of `schema/`, merged.

import fs from 'node:fs'
import path from 'node:path'
import { buildSchema, type GraphQLSchema } from 'graphql'

export const schemaDirectory = path.resolve(import.meta.dirname, '../schema')

export function readSchemaText(): string {
  const names = fs.readdirSync(schemaDirectory).filter((name) => name.endsWith('.graphql'))
  return names
    .toSorted()
    .map((name) => fs.readFileSync(path.join(schemaDirectory, name), 'utf8'))
    .join('\n')
}

export function loadSchema(): GraphQLSchema {
  return buildSchema(readSchemaText())
}
