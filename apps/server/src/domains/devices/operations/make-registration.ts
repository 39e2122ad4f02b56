// Makes a code that enrols devices into an account.

import { createHash } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { requireInAccount, type Actor } from '../../../access/index.ts'
import { parseTagNames } from '#domains/tags'
import type { DevicesContext } from '../context.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal } from '../device-refusal.ts'
import {
  parseRegistration,
  parseRegistrationCode,
  registrationCodeBytes,
  registrationCodeOf,
  registrationRefusalMessages,
  type RegistrationWish,
  type WantedService,
} from '../registration.ts'
import { insertRegistration, trimRegistrations, type Registration } from '../registration-store.ts'

export interface RegistrationRequest extends RegistrationWish {
  readonly accountId: AccountId
  /** Names of tags that each device gets. */
  readonly tags?: readonly string[] | undefined
  /** Already checked. Absent: the default ones of the platform. */
  readonly services?: readonly WantedService[] | undefined
}

export async function makeRegistration(
  context: DevicesContext,
  actor: Actor,
  request: RegistrationRequest,
): Promise<Result<string, Refusal>> {
  const { accountId } = request
  const verdict = devicePolicy.register(actor, accountId)
  if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', accountId))
  const settings = parseRegistration(request)
  if (!settings.ok) return refuse({ code: 'INVALID', message: registrationRefusalMessages[settings.refusal] })
  const tags = parseTags(actor, accountId, request.tags ?? [])
  if (!tags.ok) return tags

  const { name, platform, lifeMs, usesLeft } = settings.value
  const code = settings.value.code ?? registrationCodeOf(context.randomBytes(registrationCodeBytes))
  const now = context.clock.now()
  const registration: Registration = {
    id: context.ids('c'),
    accountId,
    createdBy: actor.userId,
    name,
    platform,
    services: request.services ?? [],
    tags: tags.value,
    usesLeft,
    createdAt: new Date(now),
    expiresAt: new Date(now + lifeMs),
  }
  const isFree = await context.database.transaction(async (tx) => {
    const wasInserted = await insertRegistration(tx, { ...registration, codeHash: hashOfCode(code) })
    if (wasInserted) await trimRegistrations(tx, registration)
    return wasInserted
  })
  return isFree ? accept(code) : refuse(taken)
}

/** Tags decide what roles reach, and so whoever cannot put them on a device cannot have them put by a code. */
function parseTags(actor: Actor, accountId: AccountId, names: readonly string[]): Result<string[], Refusal> {
  const tags = parseTagNames(names)
  if (!tags.ok || tags.value.length === 0) return tags
  const mayTag = requireInAccount(actor, 'ADMIN', accountId, 'You need the admin permission to have devices tagged.')
  return mayTag.ok ? tags : mayTag
}

const taken: Refusal = { code: 'CONFLICT', message: 'That registration code is in use. Choose another one.' }

/** In the one form that it is known by. 120 random bits need no salt and no slow hash. */
export const hashOfCode = (code: string): string =>
  createHash('sha256')
    .update(parseRegistrationCode(code) ?? '')
    .digest('base64url')
