import { expect, it } from 'vitest'
import { createBatchLoader } from './batch-loader.ts'

it('keys that are asked for together are fetched together, and once', async () => {
  const batches: string[][] = []
  const loader = createBatchLoader(async (keys: readonly string[]) => {
    batches.push([...keys])
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  })
  const first = await Promise.all(['ann', 'bob', 'ann', 'nobody'].map((key) => loader.load(key)))
  const second = await Promise.all([loader.load('bob'), loader.load('cy')])
  expect(first).toEqual(['ANN', 'BOB', 'ANN', undefined])
  expect(second).toEqual(['BOB', 'CY'])
  expect(batches).toEqual([['ann', 'bob', 'nobody'], ['cy']])
})
