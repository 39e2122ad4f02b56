// A code by text message, by which the person of a session proves once more that it is them.

import { accept, refuse, type Result } from '@farport/basics'
import type { ProofText } from '@farport/contract'
import type { Tx } from '#platform/database'
import { newDigits } from '#platform/one-time-codes'
import type { Viewer } from '../../../../graphql/context.ts'
import type { IdentityContext } from '../../context.ts'
import { isLanguage, type SignInRefusal } from '../../identity.ts'
import { phoneHint } from '../../sign-in/challenge.ts'
import * as rules from '../factors.ts'
import { factorsOf } from '../factor-store.ts'
import { countWrongProofCode, holdProofCode, removeProofCode, saveProofCode } from '../proof-code-store.ts'
import { proofText } from '../text-messages.ts'
import { sendText } from './send-text.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'codes' | 'sms' | 'factorGuard' | 'log'>

export async function sendProofText(means: Means, viewer: Viewer): Promise<Result<ProofText, SignInRefusal>> {
  const { database, clock, codes } = means
  const { accountId: userId, credential, language } = viewer
  const { method, phone } = await factorsOf(database.queries, userId)
  if (method !== 'SMS_MFA' || phone === undefined) return refuse(rules.textsOff)
  const code = newDigits(rules.textCodeLength).reveal()
  const hash = codes.hash(code, proofCodeOwner(credential.id, phone))
  const text = proofText(code, isLanguage(language) ? language : 'en')
  const sent = await sendText(means, { userId, phone, text, purpose: 'sign-in' })
  if (!sent.ok) return sent
  const expiresAt = new Date(clock.now() + rules.textCodeMs)
  await saveProofCode(database.queries, { sessionId: credential.id, hash, expiresAt })
  return accept({ phoneHint: phoneHint(phone), expiresInSeconds: rules.textCodeMs / 1000 })
}

/** Uses it up. `code`: clean. A refusal is an outcome like another: what it counts stays counted. */
export async function takeProofCode(
  { clock, codes }: Pick<Means, 'clock' | 'codes'>,
  tx: Tx,
  { sessionId, phone, code }: { sessionId: string; phone: string; code: string },
): Promise<Result<undefined, SignInRefusal>> {
  const sent = await holdProofCode(tx, sessionId, new Date(clock.now()))
  if (sent === undefined) return refuse(rules.phoneCodeExpired)
  if (codes.fits(code, proofCodeOwner(sessionId, phone), sent.hash)) {
    await removeProofCode(tx, sessionId)
    return accept(undefined)
  }
  const wrongAnswers = sent.wrongAnswers + 1
  if (wrongAnswers >= rules.wrongAnswersMax) {
    await removeProofCode(tx, sessionId)
    return refuse(rules.phoneCodeExpired)
  }
  await countWrongProofCode(tx, sessionId, wrongAnswers)
  return refuse(rules.codeInvalid)
}

/** A code that went to a former number proves nothing. */
function proofCodeOwner(sessionId: string, phone: string): string {
  return `proof ${sessionId} ${phone}`
}
