// What a device downloads to become one of ours: the agent as one file, and Node for devices that have none.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface Bundle {
  bytes: Buffer
  sha256: string
}

export interface NodeBinary {
  /** As `linux-x64`. */
  platform: string
  sha256: string
  byteCount: number
  open(): Readable
}

export interface Downloads {
  agent(): Promise<Bundle>
  /** Undefined where the server's own Node cannot be given away: it is not there as one file. */
  node(): Promise<NodeBinary | undefined>
}

/** Both are made when a device first asks, once for the life of this process. A failure is not kept. */
export function createDownloads(agentModule: string): Downloads {
  return {
    agent: once(() => bundleAgent(agentModule)),
    node: once(() => describeNode(findNodeBinary())),
  }
}

/** Everything that the agent imports, in one module that runs on Node 22 or later. */
async function bundleAgent(agentModule: string): Promise<Bundle> {
  // Loaded only here: most server processes never bundle, and its native part costs memory.
  const { build } = await import('rolldown')
  const { output } = await build({
    input: agentModule,
    platform: 'node',
    write: false,
    transform: { target: 'node22' },
    output: { format: 'esm', minify: true, codeSplitting: false },
    logLevel: 'silent',
  })
  const bytes = Buffer.from(output[0].code)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function findNodeBinary(): string {
  // The npm package `node` carries a binary that needs no other file. The one we run on may be a distribution's.
  return join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
}

async function describeNode(path: string): Promise<NodeBinary | undefined> {
  const file = await stat(path).catch(() => undefined)
  if (file === undefined || process.platform !== 'linux') return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return {
    platform: `linux-${process.arch}`,
    sha256: hash.digest('hex'),
    byteCount: file.size,
    open: () => createReadStream(path),
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
