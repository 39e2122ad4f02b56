// Begins the sign-in of a program that has no browser: a code for the program, and one for a person to type.

import { randomInt } from 'node:crypto'
import { accept, refuse, type Result } from '@farport/basics'
import type { DeviceCode } from '@farport/contract'
import { hashLinkToken, newLinkToken } from '#platform/link-tokens'
import type { IdentityContext } from '../../context.ts'
import type { SignInRefusal } from '../../identity.ts'
import { throttled } from '../../sign-in-budgets.ts'
import { deviceCodeMs, formatUserCode, intervalSecondsFirst, newUserCode } from '../device-code.ts'
import { addDeviceCode } from '../device-code-store.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'codes' | 'guard' | 'publicUrl'>

/** There are 25 billion of them; a few hundred are in use. */
const attemptsMax = 5
/** Of the hash of what people type. */
export const userCodeOwner = 'device-code'

export async function askForDeviceCode(
  means: Means,
  { client, source }: { client: string; source: string },
): Promise<Result<DeviceCode, SignInRefusal>> {
  const { database, clock, codes, guard, publicUrl } = means
  const spent = await guard.spend(['device-code-address', source])
  if (!spent.ok) return refuse(throttled(spent.refusal.retryAfterSeconds))
  const deviceCode = newLinkToken().reveal()
  const now = new Date(clock.now())
  const expiresAt = new Date(clock.now() + deviceCodeMs)
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const userCode = newUserCode((below) => randomInt(below))
    const userCodeHash = codes.hash(userCode, userCodeOwner)
    const code = { codeHash: hashLinkToken(deviceCode), userCodeHash, client, address: source, now, expiresAt }
    if (!(await addDeviceCode(database.queries, { ...code, intervalSeconds: intervalSecondsFirst }))) continue
    const shown = formatUserCode(userCode)
    return accept({
      deviceCode,
      userCode: shown,
      verificationUrl: `${publicUrl}/device`,
      verificationUrlComplete: `${publicUrl}/device?code=${shown}`,
      expiresInSeconds: deviceCodeMs / 1000,
      intervalSeconds: intervalSecondsFirst,
    })
  }
  throw new Error('no code is free that a person could type')
}
