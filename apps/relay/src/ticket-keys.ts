// The keys that tickets are signed with, as the server told last. Kept on disk, so that a relay that is started while
// its server is away lets agents come back.

import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicKey, publicKeyFromText } from '@farport/protocol'
import { z } from 'zod'
import { writeWhole } from '@farport/program'

const keyTexts = z.array(publicKey).max(8)

export class TicketKeys {
  readonly #path: string
  #texts: readonly string[]
  #keys: readonly KeyObject[]

  private constructor(path: string, texts: readonly string[]) {
    this.#path = path
    this.#texts = texts
    this.#keys = keysOf(texts)
  }

  /** None when there is no file, or one that cannot be read: the server tells them again. */
  static async load(stateDir: string): Promise<TicketKeys> {
    const path = join(stateDir, 'ticket-keys.json')
    try {
      return new TicketKeys(path, keyTexts.parse(JSON.parse(await readFile(path, 'utf8'))))
    } catch {
      return new TicketKeys(path, [])
    }
  }

  get keys(): readonly KeyObject[] {
    return this.#keys
  }

  /** In force at once, on disk when it resolves. */
  async replace(texts: readonly string[]): Promise<void> {
    if (texts.join() === this.#texts.join()) return
    this.#texts = texts
    this.#keys = keysOf(texts)
    await writeWhole(this.#path, JSON.stringify(texts))
  }
}

function keysOf(texts: readonly string[]): KeyObject[] {
  return texts.map(publicKeyFromText).filter((key) => key !== undefined)
}
