// Makes a code that enrols devices into an account.

import { createHash } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import { limits, unknownPlatform, type AccountId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { DevicesContext } from '../context.ts'
import { cleanDeviceName, nameRefusalMessages } from '../device-name.ts'
import { devicePolicy } from '../device-policy.ts'
import { deniedRefusal } from '../device-refusal.ts'
import { registrationCodeBytes, registrationCodeOf, registrationLifeMs, type WantedService } from '../registration.ts'
import { insertRegistration, trimRegistrations } from '../registration-store.ts'

export interface RegistrationRequest {
  readonly accountId: AccountId
  /** The name of the first device; later ones get a number behind it. Absent: the device's own host name. */
  readonly name?: string | undefined
  /** Absent: what the agent finds. */
  readonly platform?: number | undefined
  /** Already checked. Absent: the default ones of the platform. */
  readonly services?: readonly WantedService[] | undefined
}

export async function makeRegistration(
  context: DevicesContext,
  actor: Actor,
  request: RegistrationRequest,
): Promise<Result<string, Refusal>> {
  const verdict = devicePolicy.register(actor, request.accountId)
  if (!verdict.allowed) return refuse(deniedRefusal(verdict, 'device', request.accountId))
  const name = request.name === undefined ? undefined : cleanDeviceName(request.name)
  if (name !== undefined && name.length > limits.nameLengthMax) {
    return refuse({ code: 'INVALID', message: nameRefusalMessages['too-long'] })
  }
  if (!isPlatformNumber(request.platform)) return refuse({ code: 'INVALID', message: 'There is no such platform.' })

  const code = registrationCodeOf(context.randomBytes(registrationCodeBytes))
  const now = new Date(context.clock.now())
  await context.database.transaction(async (tx) => {
    await insertRegistration(tx, {
      id: context.ids('c'),
      accountId: request.accountId,
      createdBy: actor.userId,
      codeHash: hashOfCode(code),
      name: name === '' ? undefined : name,
      platform: request.platform === unknownPlatform ? undefined : request.platform,
      services: request.services ?? [],
      createdAt: now,
      expiresAt: new Date(now.getTime() + registrationLifeMs),
    })
    await trimRegistrations(tx, request.accountId, now)
  })
  return accept(code)
}

/** Also of a platform that this version does not know by name. */
const isPlatformNumber = (platform = unknownPlatform): boolean => platform >= 0 && platform <= unknownPlatform

/** 120 random bits need no salt and no slow hash. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url')
