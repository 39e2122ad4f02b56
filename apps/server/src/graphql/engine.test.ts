import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { silentLog } from '#platform/log'
import type { Resolvers } from '../../generated/resolvers.ts'
import type { Context } from './context.ts'
import { createEngine } from './engine.ts'
import { refusalError } from './refusal.ts'
import { buildAnsweringSchema } from './schema.ts'

const resolvers: Resolvers = {
  Query: {
    version: () => '1',
    system: () => ({}),
    applicationTypes: () => {
      throw new Error('the database is on fire: password=hunter22')
    },
    login: () => {
      throw refusalError({ code: 'THROTTLED', message: 'Slowly.', retryAfterSeconds: 7 })
    },
  },
  System: { publicUrl: () => 'https://farport.example', canSendMail: () => false },
}

const engine = await createEngine(Fastify(), {
  schema: buildAnsweringSchema([resolvers]),
  log: silentLog,
  allowsIntrospection: true,
})
const context: Context = {
  viewer: undefined,
  actor: undefined,
  source: undefined,
  event: undefined,
  accounts: { load: async () => undefined },
  shared: new Map(),
}
const run = (query: string, variables?: Record<string, unknown>) => engine.run({ query, variables }, context)
/** Compiled from the second time on: what is true must be true of both. */
const runThrice = async (query: string) => [await run(query), await run(query), await run(query)]

describe('an answer', () => {
  it('is the same before and after compiling', async () => {
    const answers = await runThrice('{ version system { publicUrl } }')
    for (const answer of answers)
      expect(answer).toEqual({ data: { version: '1', system: { publicUrl: 'https://farport.example' } } })
  })

  it('carries a refusal as a sentence and a code', async () => {
    for (const answer of await runThrice('{ login { id } }')) {
      expect(answer.errors).toEqual([
        expect.objectContaining({
          message: 'Slowly.',
          path: ['login'],
          extensions: { code: 'THROTTLED', retryAfterSeconds: 7 },
        }),
      ])
    }
  })

  it('says nothing of what a fault is about', async () => {
    for (const answer of await runThrice('{ applicationTypes { id } }')) {
      expect(answer.errors?.[0]?.extensions).toMatchObject({
        code: 'FAULT',
        reference: expect.stringMatching(/^\w{8}$/),
      })
      expect(JSON.stringify(answer)).not.toMatch(/fire|hunter22/)
    }
  })

  it('can be a description of the schema', async () => {
    expect(await run('{ __schema { queryType { name } } }')).toEqual({
      data: { __schema: { queryType: { name: 'Query' } } },
    })
  })
})

const nested = (depth: number) => `{ login { ${'account { '.repeat(depth)} id ${'} '.repeat(depth)} } }`
const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, index) => `a${index}: version`).join(' ')} }`

describe('a query', () => {
  it.each([
    ['an unknown field', '{ nonsense }'],
    ['no query', 'hello'],
    ['a mutation that is none', 'mutation { version }'],
    ['a subscription', 'subscription { event { id } }'],
    ['two operations', 'query A { version } query B { version }'],
    ['too deep', nested(20)],
    ['too many aliases', aliases(300)],
    ['too long', `{ version ${' '.repeat(40_000)} }`],
    ['too many words', `{ ${'version '.repeat(3800)} login { id } ${'... on Query { version } '.repeat(90)} }`],
    ['a parsed document', '{"kind":"Document","definitions":[]}'],
    ['fragments that multiply', `{ ...A } ${multiplying(14)}`],
  ])('is refused with %s, the same way each time', async (_, query) => {
    for (const answer of await runThrice(query)) {
      expect(answer.data ?? undefined).toBeUndefined()
      expect(answer.errors?.[0]?.extensions).toEqual({ code: 'INVALID' })
    }
    expect(engine.check(query).length).toBeGreaterThan(0)
  })

  it('with a wrong variable is refused', async () => {
    const query = 'query ($id: ID!) { login { account { events(after: $id) { total } } } }'
    for (const _ of [1, 2, 3]) {
      expect((await run(query, { id: { no: 1 } })).errors?.[0]?.extensions).toEqual({ code: 'INVALID' })
    }
  })

  it('may ask for many accounts at once', () => {
    const blocks = Array.from({ length: 100 }, (_, index) => `a${index}: account(id: "x") { id email }`)
    expect(engine.check(`{ login { ${blocks.join(' ')} } }`)).toEqual([])
  })
})

/** Each fragment holds the next one three times. */
function multiplying(levels: number): string {
  const name = (level: number) => String.fromCodePoint(65 + level)
  const fragments = Array.from({ length: levels }, (_, level) => {
    const next = level === levels - 1 ? 'version' : `...${name(level + 1)} `.repeat(3)
    return `fragment ${name(level)} on Query { ${next} }`
  })
  return fragments.join(' ')
}

it('where introspection is off, nobody reads the schema', async () => {
  const closed = await createEngine(Fastify(), {
    schema: buildAnsweringSchema([resolvers]),
    log: silentLog,
    allowsIntrospection: false,
  })
  expect(closed.check('{ __schema { queryType { name } } }')).not.toEqual([])
})

describe('the schema', () => {
  it.each([
    [
      'two parts resolve the same field',
      [resolvers, { Query: { version: () => '2' } }],
      'two parts resolve Query.version',
    ],
    ['a resolver fits no field', [{ Query: { nonsense: () => 1 } }], 'the contract has no Query.nonsense'],
  ])('is refused when %s', (_, parts, words) => {
    expect(() => buildAnsweringSchema(parts as Resolvers[])).toThrow(words)
  })
})
