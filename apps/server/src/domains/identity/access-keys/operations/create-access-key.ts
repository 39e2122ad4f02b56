// Makes an access key. Its secret is given out here, and never again.

import { randomBytes } from 'node:crypto'
import { accept, Secret, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { renderMail } from '#platform/mail-form'
import type { Viewer } from '../../../../graphql/context.ts'
import { decidePlace, makeAccessKeyId, type AccessKeyId } from '../access-key.ts'
import { accessKeyMail } from '../access-key-mail.ts'
import { addAccessKey, takenPlaces } from '../access-key-store.ts'
import type { IdentityContext } from '../../context.ts'
import { isLanguage } from '../../identity.ts'

const secretBytes = 32

type Means = Pick<IdentityContext, 'database' | 'clock' | 'seal' | 'log' | 'mailer' | 'publicUrl'>

export async function createAccessKey(
  { database, clock, seal, log, mailer, publicUrl }: Means,
  { accountId: userId, email: to, language: spoken }: Pick<Viewer, 'accountId' | 'email' | 'language'>,
): Promise<Result<{ id: AccessKeyId; secret: Secret<Buffer> }, Refusal>> {
  const id = makeAccessKeyId(randomBytes(18))
  const secret = new Secret(randomBytes(secretBytes))
  const sealedSecret = seal.seal(secret, id)
  const language = isLanguage(spoken) ? spoken : 'en'
  const mail = await renderMail(accessKeyMail({ to, language, key: id, publicUrl }))
  const made = await database.transaction(async (tx) => {
    const place = decidePlace(await takenPlaces(tx, userId))
    if (!place.ok) return place
    await addAccessKey(tx, { id, userId, place: place.value, sealedSecret, createdAt: new Date(clock.now()) })
    await mailer.post(tx, mail)
    return accept({ id, secret })
  })
  if (made.ok) log.info({ userId, key: id }, 'an access key was made')
  return made
}
