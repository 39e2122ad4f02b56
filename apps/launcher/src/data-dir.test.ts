import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDataDir, readOrMakeSecret } from './data-dir.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'farport-data-'))
})
afterEach(() => rm(dir, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the data directory', () => {
  it('is made for its owner alone', async () => {
    const path = join(dir, 'a', 'b')
    expect(await prepareDataDir(path)).toEqual({ ok: true, value: path })
    expect(await modeOf(path)).toBe(0o700)
  })

  it('is closed to others when it stood open', async () => {
    await chmod(dir, 0o755)
    await prepareDataDir(dir)
    expect(await modeOf(dir)).toBe(0o700)
  })

  it('is refused where a file stands in its way', async () => {
    await writeFile(join(dir, 'file'), '')
    expect(await prepareDataDir(join(dir, 'file'))).toEqual({
      ok: false,
      refusal: expect.stringContaining('a file stands in its way') as string,
    })
  })

  it('is refused where nothing can be written', async () => {
    expect(await prepareDataDir('/proc/farport')).toMatchObject({ ok: false })
  })
})

const read = async (given?: string) => {
  const secret = await readOrMakeSecret(dir, given)
  return secret.ok ? secret.value.reveal() : secret.refusal
}

describe('the secret', () => {
  it('is made once, for its owner alone', async () => {
    const first = await read()
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await read()).toBe(first)
    expect(await modeOf(join(dir, 'secret'))).toBe(0o600)
  })

  it('may be given, and is not kept then', async () => {
    expect(await read('s'.repeat(43))).toBe('s'.repeat(43))
    await expect(readFile(join(dir, 'secret'))).rejects.toThrow('ENOENT')
  })

  it('is refused when it is damaged, and left as it is', async () => {
    await writeFile(join(dir, 'secret'), 'short')
    expect(await read()).toContain('is damaged')
    expect(await readFile(join(dir, 'secret'), 'utf8')).toBe('short')
  })
})
