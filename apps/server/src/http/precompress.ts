// Puts a compressed copy beside each of the portal's assets, once per build, so that each answer costs nothing.

import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Log } from '#platform/log'

const compressible = /\.(js|css|svg|json|html|woff)$/
const sizeBytesMin = 1024

const encoders = {
  '.br': (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  '.gz': (content: Buffer) => promisify(gzip)(content, { level: 9 }),
}

/** In the background. Where it cannot write, the files are sent as they are. */
export async function precompress(directory: string, log: Log): Promise<void> {
  try {
    const names = new Set(await readdir(directory))
    for (const name of names) {
      if (!compressible.test(name)) continue
      for (const [ending, encode] of Object.entries(encoders)) {
        if (!names.has(name + ending)) await compressFile(path.join(directory, name), ending, encode)
      }
    }
  } catch (error) {
    log.info({ err: error, directory }, 'the portal is sent uncompressed')
  }
}

async function compressFile(file: string, ending: string, encode: (content: Buffer) => Promise<Buffer>): Promise<void> {
  const content = await readFile(file)
  if (content.length < sizeBytesMin) return
  // Renamed into place, so that nobody is sent half a file.
  const draft = `${file}${ending}.${process.pid}`
  await writeFile(draft, await encode(content))
  await rename(draft, `${file}${ending}`)
}
