import { describe, expect, it } from 'vitest'
import { createPasswordHashing } from './password-hashing.ts'

const hashing = createPasswordHashing()
const source = '192.0.2.1'
// Made by better-auth 1.7.7, which kept them before.
const kept =
  'ab7d9e3a3977d21d918fdb1c6b6e5fa5:bab9fb93e019613e7e7f170aebc07bbcbf76769b4b5b6c5e03ac4c89347c4d291c021584a6a1ef928e4533aea0bf07aed0065f8292b903b0e0571076661d8e27'

describe('a password', () => {
  it('fits its hash, and no two hashes are the same', async () => {
    const [one, other] = [await hashing.hash('correct horse', source), await hashing.hash('correct horse', source)]
    if (!one.ok || !other.ok) throw new Error('busy')
    expect(one.value).not.toBe(other.value)
    expect(one.value).not.toContain('correct')
    expect(await hashing.verify('correct horse', one.value, source)).toEqual({ ok: true, value: true })
    expect(await hashing.verify('correct hors', one.value, source)).toEqual({ ok: true, value: false })
  })

  it.each([
    ['an older hash', 'correct hörse ①', kept, true],
    ['an older hash, its letters composed otherwise', 'correct hörse 1', kept, true],
    ['another password', 'correct horse ①', kept, false],
    ['no hash', 'correct horse', undefined, false],
    ['a damaged hash', 'correct horse', 'abc', false],
    ['a hash of nothing', 'correct horse', ':', false],
  ])('%s', async (_, password, hash, fits) => {
    expect(await hashing.verify(password, hash, source)).toEqual({ ok: true, value: fits })
  })
})
