import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempDir } from '@farport/testkit'
import { expect, it } from 'vitest'
import { readIfThere } from './read-if-there.ts'
import { writeWhole } from './write-whole.ts'

it('gives the text of a file, nothing where there is none, and throws what else is wrong', async () => {
  await using folder = await createTempDir('read-if-there')
  const path = join(folder.path, 'file')
  expect(await readIfThere(path)).toBeUndefined()
  await writeWhole(path, 'text')
  expect(await readIfThere(path)).toBe('text')
  await mkdir(join(folder.path, 'directory'))
  await expect(readIfThere(join(folder.path, 'directory'))).rejects.toThrow('EISDIR')
})
