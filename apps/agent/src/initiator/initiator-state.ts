// What an initiator keeps on this machine: its key, which port each service had, and what is to come back.
//
//   initiator/key.json     the seed of its Ed25519 key; made here, and never leaves
//   initiator/ports.json   service ids and ports, the latest last
//   initiator/connections.json   what comes back after a restart, without tickets; gone with the last of them

import type { KeyObject } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, writeWhole } from '@farport/program'
import { generatePrivateKey, keptConnectionsPath, port, privateKeyFromSeed, seedOf } from '@farport/protocol'
import { z } from 'zod'
import { DamagedFile } from '../state/agent-state.ts'
import { keptConnection, type KeptConnection } from './connections/kept-connection.ts'
import { connectionsMax } from './connections/local-connection.ts'
import { rememberedMax } from './ports/port-choice.ts'

const keyFile = z.object({ seed: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })
const portsFile = z.array(z.tuple([z.string().max(64), port])).max(rememberedMax)

/** As many as there may be at once. */
const keptFile = z.array(keptConnection).max(connectionsMax)

export class InitiatorState {
  readonly directory: string
  readonly #keptPath: string
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(stateDir: string) {
    this.directory = join(stateDir, 'initiator')
    this.#keptPath = keptConnectionsPath(stateDir)
  }

  /** The first call makes it. */
  async key(): Promise<KeyObject> {
    const path = join(this.directory, 'key.json')
    const text = await readIfThere(path)
    if (text === undefined) {
      const privateKey = generatePrivateKey()
      await this.#write(path, { seed: seedOf(privateKey).toString('base64url') })
      return privateKey
    }
    try {
      return privateKeyFromSeed(Buffer.from(keyFile.parse(JSON.parse(text)).seed, 'base64url'))
    } catch (cause) {
      throw new DamagedFile(`${path} is damaged. Remove it: a new key is made, and connections are made anew.`, {
        cause,
      })
    }
  }

  /** Empty when nothing was kept, or nothing that can be read: ports are chosen anew. */
  async ports(): Promise<ReadonlyMap<string, number>> {
    try {
      const text = await readIfThere(join(this.directory, 'ports.json'))
      return new Map(text === undefined ? [] : portsFile.parse(JSON.parse(text)))
    } catch {
      return new Map() // damaged by hand or by a disk: nothing is lost but habits
    }
  }

  /** One after the other; resolves when it is on the disk. */
  keepPorts(ports: ReadonlyMap<string, number>): Promise<void> {
    return this.#inOrder(() => this.#write(join(this.directory, 'ports.json'), [...ports]))
  }

  /** Empty when there is nothing, or nothing that can be read: people connect again. */
  async connections(): Promise<readonly KeptConnection[]> {
    try {
      const text = await readIfThere(this.#keptPath)
      return text === undefined ? [] : keptFile.parse(JSON.parse(text))
    } catch {
      return [] // damaged by hand or by a disk, or of another version
    }
  }

  /** As keepPorts. */
  keepConnections(kept: readonly KeptConnection[]): Promise<void> {
    return this.#inOrder(() =>
      kept.length > 0 ? this.#write(this.#keptPath, kept) : rm(this.#keptPath, { force: true }),
    )
  }

  /** One that fails is told to whoever asked for it, and to nobody after. */
  #inOrder(write: () => Promise<void>): Promise<void> {
    const written = this.#lastWrite.then(write)
    this.#lastWrite = written.catch(() => undefined)
    return written
  }

  async #write(path: string, value: object): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 })
    await writeWhole(path, JSON.stringify(value))
  }
}
