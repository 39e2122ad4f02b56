// Files that may not be there yet, or no more.

import { readFile } from 'node:fs/promises'

/**
 * The text of a file; undefined when there is none. Whoever asks first whether it is there may find it gone. Throws the
 * system's other errors.
 */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
