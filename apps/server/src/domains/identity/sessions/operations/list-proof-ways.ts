// By what the person of a session can prove once more that it is them.

import type { ProofWays } from '@farport/contract'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import { factorsOf } from '../../factors/factor-store.ts'
import { hasPassword } from '../../identity-store.ts'
import { relyingParty } from '../../passkeys/passkey.ts'
import { personalPasskeysOf } from '../../passkeys/passkey-store.ts'
import { waysToProve } from '../proof.ts'

export async function listProofWays(
  { database: { queries }, sms, publicUrl }: Pick<IdentityContext, 'database' | 'sms' | 'publicUrl'>,
  { accountId }: Viewer,
): Promise<ProofWays> {
  const { method, phone } = await factorsOf(queries, accountId)
  const passkeys = relyingParty(publicUrl) === undefined ? [] : await personalPasskeysOf(queries, accountId)
  const ways = waysToProve({
    hasPassword: await hasPassword(queries, accountId),
    hasPersonalPasskey: passkeys.length > 0,
    method,
    hasPhone: phone !== undefined,
    canSendSms: sms.canSend,
  })
  return { ways }
}
