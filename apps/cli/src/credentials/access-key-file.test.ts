import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAccessKey } from './access-key-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farport-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

const keep = (content: string) => writeFile(join(folder, 'credentials'), content, { mode: 0o600 })
const read = (profile?: string, environment: Record<string, string> = {}) =>
  readAccessKey({ folder, environment, profile })
const ours = 'FARPORT_ACCESS_KEY_ID=FPKEY\nFARPORT_SECRET_ACCESS_KEY=c2VjcmV0\n'
const theirs = 'R3_ACCESS_KEY_ID=R3KEY\nR3_SECRET_ACCESS_KEY=b3RoZXI=\n'

describe('an access key', () => {
  it.each([
    ['the default profile', `[DEFAULT]\n${ours}`, undefined, 'FPKEY', 'secret'],
    ['a file that names no profile', ours, undefined, 'FPKEY', 'secret'],
    ['a named profile', `[DEFAULT]\n${ours}[work]\n${theirs}`, 'work', 'R3KEY', 'other'],
    ['the one with capital letters', `[work]\n${ours}[Work]\n${theirs}`, 'Work', 'R3KEY', 'other'],
    [
      'a file with comments and spaces',
      `# mine\r\n; old\r\n\r\n[DEFAULT]\r\n${ours.replaceAll('=F', ' = F')}`,
      undefined,
      'FPKEY',
      'secret',
    ],
    [
      'values in quotes',
      '[DEFAULT]\nFARPORT_ACCESS_KEY_ID="FPKEY"\nFARPORT_SECRET_ACCESS_KEY="c2VjcmV0"',
      undefined,
      'FPKEY',
      'secret',
    ],
    ['our names before the others', `[DEFAULT]\n${theirs}${ours}`, undefined, 'FPKEY', 'secret'],
    ['a profile named like a trap', `[__proto__]\n${ours}`, '__proto__', 'FPKEY', 'secret'],
  ])('comes from %s', async (_, content, profile, id, secret) => {
    await keep(content)
    const key = await read(profile)
    expect([key?.id, key?.secret.reveal().toString()]).toEqual([id, secret])
  })

  it('comes from the environment before the file, unless a profile is named', async () => {
    await keep(`[DEFAULT]\n${ours}`)
    const environment = { R3_ACCESS_KEY_ID: 'R3KEY', R3_SECRET_ACCESS_KEY: 'b3RoZXI=' }
    expect((await read(undefined, environment))?.id).toBe('R3KEY')
    expect((await read('DEFAULT', environment))?.id).toBe('FPKEY')
  })

  it('is not there without a file, or without a default profile', async () => {
    expect(await read()).toBeUndefined()
    await keep(`[work]\n${ours}`)
    expect(await read()).toBeUndefined()
  })

  it.each([
    ['a profile that is not there', `[work]\n${ours}`, 'Work', 'no profile [Work]'],
    ['half a key', '[DEFAULT]\nFARPORT_ACCESS_KEY_ID=FPKEY', undefined, 'has no FARPORT_SECRET_ACCESS_KEY'],
    ['a secret alone', '[DEFAULT]\nFARPORT_SECRET_ACCESS_KEY=c2VjcmV0', undefined, 'has no FARPORT_ACCESS_KEY_ID'],
    ['a secret that is not in base64', ours.replace('c2VjcmV0', 'se cret'), undefined, 'written in base64'],
    [
      'a key that would break the header',
      ours.replace('FPKEY', 'FP"KEY'),
      undefined,
      'no proper FARPORT_ACCESS_KEY_ID',
    ],
    ['a dot in a name', `[my.work]\n${ours}`, undefined, 'Line 1 of'],
    ['something else', `[DEFAULT]\nhunter2\n`, undefined, 'Line 2 of'],
  ])('%s is told', async (_, content, profile, sentence) => {
    await keep(content)
    await expect(read(profile)).rejects.toThrow(sentence)
    await expect(read(profile)).rejects.not.toThrow('hunter2')
  })

  it('that others can read is refused, with what to do', async () => {
    await keep(`[DEFAULT]\n${ours}`)
    await chmod(join(folder, 'credentials'), 0o644)
    await expect(read()).rejects.toThrow('Run: chmod 600')
  })
})
