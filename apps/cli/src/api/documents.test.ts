import { loadSchema } from '@farport/contract/schema'
import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import * as documents from './documents.ts'

const schema = loadSchema()

describe('every document', () => {
  it.each(Object.entries(documents))('%s agrees with the contract', (_, { text }) => {
    expect(validate(schema, parse(text))).toEqual([])
  })
})
