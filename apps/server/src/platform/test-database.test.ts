import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

it('each test gets a database of its own, migrated', async () => {
  await using first = await createTestDatabase()
  await using second = await createTestDatabase()
  await first.queries.insertInto('bus_messages').values({ message: '{}' }).execute()
  expect(await first.queries.selectFrom('bus_messages').select('id').execute()).toHaveLength(1)
  expect(await second.queries.selectFrom('bus_messages').select('id').execute()).toHaveLength(0)
})
