// What the agent keeps on the device: its key, where it is enrolled, and its last assignment.
//
//   agent-key.json    the seed of its Ed25519 key; made here, and never leaves
//   enrolment.json    which server, which device; its presence means "registered"
//   assignment.json   the last answer of the server, so that relays can be reached while the server is away

import type { KeyObject } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  accountId,
  assignment,
  deviceId,
  generatePrivateKey,
  moment,
  privateKeyFromSeed,
  seedOf,
  type Assignment,
} from '@farport/protocol'
import { z } from 'zod'
import { readIfThere, writeWhole } from '@farport/program'

const keyFile = z.object({ seed: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

const enrolment = z.object({
  serverUrl: z.url().transform((text) => new URL(text)),
  accountId,
  deviceId,
  deviceName: z.string(),
  enrolledAt: moment,
})
export type Enrolment = z.infer<typeof enrolment>

export class AgentState {
  readonly directory: string

  constructor(directory: string) {
    this.directory = directory
  }

  /** The device's key. The first call makes it. */
  async key(): Promise<KeyObject> {
    const file = await this.#read('agent-key.json', keyFile)
    if (file) return privateKeyFromSeed(Buffer.from(file.seed, 'base64url'))
    const privateKey = generatePrivateKey()
    await this.#write('agent-key.json', { seed: seedOf(privateKey).toString('base64url') })
    return privateKey
  }

  /** Undefined when this machine is not registered. */
  enrolment(): Promise<Enrolment | undefined> {
    return this.#read('enrolment.json', enrolment)
  }

  /** Undefined when there is none, or none that this version understands: the server has it. */
  assignment(): Promise<Assignment | undefined> {
    return this.#read('assignment.json', assignment).catch(() => undefined)
  }

  /** The assignment first: a machine that fell in between is registered, or not, but never half. */
  async enrol(enrolled: Enrolment, first: Assignment): Promise<void> {
    await this.keepAssignment(first)
    await this.#write('enrolment.json', enrolled)
  }

  keepAssignment(kept: Assignment): Promise<void> {
    return this.#write('assignment.json', kept)
  }

  async forgetAssignment(): Promise<void> {
    await rm(join(this.directory, 'assignment.json'), { force: true })
  }

  /** Forgets the key, too: who registers this machine again gets a new device. */
  async forget(): Promise<void> {
    for (const name of ['enrolment.json', 'assignment.json', 'agent-key.json']) {
      await rm(join(this.directory, name), { force: true })
    }
  }

  /** Undefined when there is no such file. Throws when it cannot be understood. */
  async #read<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const path = join(this.directory, name)
    const text = await readIfThere(path)
    if (text === undefined) return undefined
    try {
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new DamagedFile(`${path} is damaged. Remove it and register this machine again.`, { cause })
    }
  }

  async #write(name: string, value: object): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 })
    await writeWhole(join(this.directory, name), JSON.stringify(value))
  }
}

/** Its message is a sentence for the person at the machine. */
export class DamagedFile extends Error {}
