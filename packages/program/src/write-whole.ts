// Files that are there whole or not at all.

import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Readable by their owner only. On the disk when it returns. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
