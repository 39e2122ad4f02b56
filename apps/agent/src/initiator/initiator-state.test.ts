import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir } from '@farport/testkit'
import { expect, test } from 'vitest'
import { InitiatorState } from './initiator-state.ts'

test('what could not be written is told, and what comes after is written', async () => {
  await using folder = await createTempDir('initiator-state')
  const state = new InitiatorState(folder.path)
  const inTheWay = join(state.directory, 'ports.json')
  await mkdir(inTheWay, { recursive: true })
  const first = state.keepPorts(new Map([['one', 33_000]]))
  const second = state.keepConnections([])
  await expect(first).rejects.toThrow('EISDIR')
  await second
  await rmdir(inTheWay)
  await state.keepPorts(new Map([['two', 33_001]]))
  expect(await state.ports()).toEqual(new Map([['two', 33_001]]))
})
