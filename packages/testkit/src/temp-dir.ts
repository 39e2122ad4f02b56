// A folder that lives as long as the test that uses it.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempDir extends AsyncDisposable {
  readonly path: string
}

export async function createTempDir(name = 'test'): Promise<TempDir> {
  const path = await mkdtemp(join(tmpdir(), `farport-${name}-`))
  return {
    path,
    // A program that is just ending may still write: then the first attempt finds the folder not empty.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}
