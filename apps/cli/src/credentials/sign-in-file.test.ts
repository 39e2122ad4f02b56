import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '@farport/basics'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetSignIn, readSignIn, writeSignIn } from './sign-in-file.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farport-cli-'))
})
afterEach(() => rm(dir, { recursive: true }))

const signIn = {
  serverUrl: 'http://localhost:8080',
  email: 'ada@example.org',
  token: new Secret('abc'),
  expiresAtMs: 1_800_000_000_000,
  refreshToken: new Secret('def'),
}

describe('the sign-in', () => {
  it('is kept for the person alone, and forgotten', async () => {
    const folder = join(dir, 'config')
    expect(await readSignIn(folder)).toBeUndefined()
    await writeSignIn(folder, signIn)
    const kept = await readSignIn(folder)
    expect([kept?.token.reveal(), kept?.refreshToken?.reveal(), kept?.expiresAtMs]).toEqual([
      'abc',
      'def',
      1_800_000_000_000,
    ])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, 'sign-in.json'))).mode & 0o777).toBe(0o600)
    await forgetSignIn(folder)
    expect(await readSignIn(folder)).toBeUndefined()
  })

  it('becomes private when an older one stood open', async () => {
    await writeFile(join(dir, 'sign-in.json'), '{}')
    await chmod(join(dir, 'sign-in.json'), 0o644)
    await writeSignIn(dir, signIn)
    expect((await stat(join(dir, 'sign-in.json'))).mode & 0o777).toBe(0o600)
  })

  it.each(['', '{', '{"serverUrl":"nonsense"}', 'null'])('is told damaged when it is %j', async (content) => {
    await writeFile(join(dir, 'sign-in.json'), content)
    await expect(readSignIn(dir)).rejects.toThrow('is damaged')
  })
})
