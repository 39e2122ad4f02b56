// Makes an access key. Its secret is given out here, and never again.

import { randomBytes } from 'node:crypto'
import { accept, Secret, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { decidePlace, makeAccessKeyId, type AccessKeyId } from '../access-key.ts'
import { addAccessKey, takenPlaces } from '../access-key-store.ts'
import type { IdentityContext } from '../../context.ts'

const secretBytes = 32

export async function createAccessKey(
  { database, clock, seal, log }: Pick<IdentityContext, 'database' | 'clock' | 'seal' | 'log'>,
  userId: AccountId,
): Promise<Result<{ id: AccessKeyId; secret: Secret<Buffer> }, Refusal>> {
  const id = makeAccessKeyId(randomBytes(18))
  const secret = new Secret(randomBytes(secretBytes))
  const sealedSecret = seal.seal(secret, id)
  const made = await database.transaction(async (tx) => {
    const place = decidePlace(await takenPlaces(tx, userId))
    if (!place.ok) return place
    await addAccessKey(tx, { id, userId, place: place.value, sealedSecret, createdAt: new Date(clock.now()) })
    return accept({ id, secret })
  })
  if (made.ok) log.info({ userId, key: id }, 'an access key was made')
  return made
}
