// Who this relay is: an id and an Ed25519 key, made on its first start and kept in its state directory.

import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyFromSeed, relayId, seedOf } from '@farport/protocol'
import { createIdentity, type Identity } from '@farport/transport'
import { createIdFactory, type RelayId } from '@farport/vocabulary'
import { z } from 'zod'
import { readIfThere, writeWhole } from '@farport/program'

export interface RelayIdentity extends Identity {
  readonly id: RelayId
}

const identityFile = z.object({ relayId, seed: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

/** Throws when there is a file that cannot be read: a relay that forgets who it is would be another relay. */
export async function loadIdentity(stateDir: string): Promise<RelayIdentity> {
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  const path = join(stateDir, 'relay-identity.json')
  const text = await readIfThere(path)
  return text === undefined ? makeIdentity(path) : readIdentity(path, text)
}

async function makeIdentity(path: string): Promise<RelayIdentity> {
  const privateKey = generatePrivateKey()
  const id = createIdFactory({ now: Date.now, randomBytes: () => randomBytes(8) })('r')
  await writeWhole(path, JSON.stringify({ relayId: id, seed: seedOf(privateKey).toString('base64url') }))
  return { id, ...(await createIdentity(privateKey)) }
}

async function readIdentity(path: string, text: string): Promise<RelayIdentity> {
  try {
    const file = identityFile.parse(JSON.parse(text))
    const privateKey = privateKeyFromSeed(Buffer.from(file.seed, 'base64url'))
    return { id: file.relayId, ...(await createIdentity(privateKey)) }
  } catch (cause) {
    throw new Error(`${path} is damaged. Restore it, or remove it to start as another relay.`, { cause })
  }
}
