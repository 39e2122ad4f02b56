// Makes what is generated, from the contract and from the migrations. With --check it only compares, and fails when
// something is stale.

import fs from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { generate, type CodegenConfig } from '@graphql-codegen/cli'
import { Kysely, PostgresDialect } from 'kysely'
import { generate as generateDatabaseTypes, PostgresDialect as PostgresTypes } from 'kysely-codegen'
import { createTestDatabase } from '../apps/server/src/platform/test-database.ts'

interface GeneratedFile {
  /** From the root of the repository. */
  filename: string
  content: string
}

const root = path.resolve(import.meta.dirname, '..')

/** GraphQL types whose resolvers get the server's own words; `parents.ts` has `<Type>Parent` for each. */
const typesWithParents = [
  'User',
  'System',
  'OutboxMail',
  'Device',
  'DevicePage',
  'Service',
  'Network',
  'Connection',
  'PeerConnection',
  'Session',
  'SessionPath',
  'SessionHealth',
  'PathPoint',
  'AccountInfo',
  'Membership',
  'Organization',
  'Member',
  'Role',
  'Guest',
  'Target',
  'DeviceStateEvent',
  'DeviceConnectEvent',
  'DeviceRefreshEvent',
  'DeviceDeleteEvent',
  'AuthEvent',
  'DeviceShareEvent',
  'DeviceTransferEvent',
  'DeviceJobEvent',
  'JobEvent',
  'LicenseUpdatedEvent',
]

const scalars = {
  ID: { input: 'string', output: 'string' },
  DateTime: { input: 'string', output: 'string | Date' },
  Object: { input: 'Record<string, unknown>', output: 'Readonly<Record<string, unknown>>' },
  Any: { input: 'unknown', output: 'unknown' },
}

const graphqlConfig: CodegenConfig = {
  cwd: root,
  schema: 'packages/contract/schema/*.graphql',
  documents: ['apps/portal/src/**/*.graphql'],
  ignoreNoDocuments: true,
  silent: true,
  importExtension: '.ts',
  config: { enumsAsTypes: true, useTypeImports: true, strictScalars: true, scalars },
  generates: {
    'packages/contract/generated/types.ts': { plugins: ['typescript'] },
    'apps/server/generated/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        contextType: '../src/graphql/context.ts#Context',
        mappers: Object.fromEntries(typesWithParents.map((type) => [type, parentOf(type)])),
        inputMaybeValue: 'T | null | undefined',
      },
    },
    'apps/portal/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        scalars: {
          ID: 'string',
          DateTime: 'string',
          Object: 'Record<string, unknown>',
          Any: 'unknown',
        },
      },
    },
  },
}

function parentOf(type: string): string {
  const name = type.endsWith('Event') ? 'LogEvent' : type
  return `../src/graphql/parents.ts#${name}Parent`
}

async function generatedFiles(): Promise<GeneratedFile[]> {
  const [graphql, database] = await Promise.all([generateGraphql(), generateDatabase()])
  return [...graphql, database]
}

async function generateGraphql(): Promise<GeneratedFile[]> {
  const files = (await generate(graphqlConfig, false)) as GeneratedFile[] // the package types it as any
  return files.map(({ filename, content }) => ({
    filename: path.relative(root, path.resolve(root, filename)),
    content,
  }))
}

async function generateDatabase(): Promise<GeneratedFile> {
  await using database = await createTestDatabase()
  const content = await generateDatabaseTypes({
    db: new Kysely({ dialect: new PostgresDialect({ pool: database.pool }) }),
    dialect: new PostgresTypes(),
    excludePattern: '{migrations,events_*,activity_marks_*,account_activity_slots_*}',
    camelCase: false,
  })
  return { filename: 'apps/server/generated/database.ts', content }
}

async function write({ filename, content }: GeneratedFile): Promise<void> {
  const file = path.join(root, filename)
  await fs.mkdir(path.dirname(file), { recursive: true })
  await fs.writeFile(file, content)
}

async function isStale({ filename, content }: GeneratedFile): Promise<boolean> {
  const present = await fs.readFile(path.join(root, filename), 'utf8').catch(() => undefined)
  return present !== content
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  const files = await generatedFiles()
  if (!values.check) {
    await Promise.all(files.map(write))
    return
  }
  const staleness = await Promise.all(files.map(isStale))
  const stale = files.filter((_, index) => staleness[index])
  for (const { filename } of stale) console.error(`${filename} is stale: run npm run codegen`)
  if (stale.length > 0) process.exitCode = 1
}

await main()
