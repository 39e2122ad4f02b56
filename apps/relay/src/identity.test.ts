import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadIdentity } from './identity.ts'

let stateDir: string
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'farport-relay-'))
})
afterEach(() => rm(stateDir, { recursive: true }))

test('a relay is the same one after a restart', async () => {
  const first = await loadIdentity(join(stateDir, 'deep', 'er'))
  const second = await loadIdentity(join(stateDir, 'deep', 'er'))
  expect([second.id, second.publicKey]).toEqual([first.id, first.publicKey])
})

test('its key is readable by its owner only, and no draft is left', async () => {
  await loadIdentity(stateDir)
  expect(await readdir(stateDir)).toEqual(['relay-identity.json'])
  expect((await stat(join(stateDir, 'relay-identity.json'))).mode & 0o777).toBe(0o600)
})

test('a damaged file is named, not replaced', async () => {
  await writeFile(join(stateDir, 'relay-identity.json'), '{"relayId":"r-1"}')
  await expect(loadIdentity(stateDir)).rejects.toThrow(/relay-identity\.json is damaged/)
})
