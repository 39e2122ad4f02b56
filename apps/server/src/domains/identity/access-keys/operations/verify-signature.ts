// Whose access key signed a request.

import { accept, refuse, type Result, type Secret } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import {
  checkDigest,
  checkSignedDate,
  isSignedWith,
  parseHttpSignature,
  signedText,
  type HttpSignature,
} from '@farport/protocol'
import type { Viewer } from '../../../../graphql/context.ts'
import type { SignedCall } from '../../../../graphql/credentials.ts'
import { isUseWorthKeeping, parseAccessKeyId, type AccessKey } from '../access-key.ts'
import { accessKeyFacts, keepUse, type AccessKeyFacts } from '../access-key-store.ts'
import type { IdentityContext } from '../../context.ts'
import { throttledCalls } from '../signature-guard.ts'

type Means = Pick<IdentityContext, 'database' | 'clock' | 'seal' | 'log' | 'signatureGuard'>

const wrong = unauthenticated('The access key is not known here, or its secret is another.')
const disabled = unauthenticated('This access key is switched off.')

export async function verifySignature(call: SignedCall, means: Means): Promise<Result<Viewer, Refusal>> {
  const { database, clock, signatureGuard } = means
  const readable = read(call, clock.now())
  if (!readable.ok) return refuse(unauthenticated(readable.refusal))
  const { signature, text } = readable.value
  const attempt = { source: call.source, keyId: signature.keyId }
  const admitted = signatureGuard.admit(attempt)
  if (!admitted.ok) return refuse(throttledCalls(admitted.refusal.retryAfterSeconds))

  const id = parseAccessKeyId(signature.keyId)
  const found = id === undefined ? undefined : await accessKeyFacts(database.queries, id)
  const secret = found && secretOf(found, means)
  if (found === undefined || secret === undefined || !isSignedWith(secret.reveal(), text, signature.signature)) {
    await signatureGuard.spend(attempt)
    return refuse(wrong)
  }
  // Only somebody who has the secret learns that the key is off.
  if (!found.key.isEnabled) return refuse(disabled)
  noteUse(found.key, means)
  const { id: accountId, email, language, isOperator } = found.account
  return accept({ accountId, email, language, isOperator, credential: { kind: 'access-key', id: found.key.id } })
}

/** Everything that needs no key: the form, what is signed, the clock, the body. */
function read(call: SignedCall, nowMs: number): Result<{ signature: HttpSignature; text: string }, string> {
  const signature = parseHttpSignature(call.authorization)
  if (!signature.ok) return signature
  const text = signedText(signature.value.names, call)
  if (!text.ok) return text
  const date = checkSignedDate(call.headers.get('date')?.[0] ?? '', nowMs)
  if (!date.ok) return date
  if (signature.value.names.includes('digest')) {
    const digest = checkBody(call)
    if (!digest.ok) return digest
  }
  return accept({ signature: signature.value, text: text.value })
}

function checkBody({ headers, body }: SignedCall): Result<undefined, string> {
  if (body === undefined) return refuse('Digest is of no use here: the request has no JSON body.')
  return checkDigest(headers.get('digest')?.[0] ?? '', body)
}

/** Undefined when the installation's secret was another when the key was made: the key is of no use any more. */
function secretOf({ key, sealedSecret }: AccessKeyFacts, { seal, log }: Means): Secret<Buffer> | undefined {
  const secret = seal.open(sealedSecret, key.id)
  if (secret === undefined) log.warn({ key: key.id }, 'the secret of an access key cannot be read; make a new key')
  return secret
}

/** Nobody waits for it. */
function noteUse({ id, lastUsedAt }: AccessKey, { database, clock, log }: Means): void {
  if (!isUseWorthKeeping(lastUsedAt, clock.now())) return
  keepUse(database.queries, id, new Date(clock.now())).catch((error: unknown) => {
    log.warn({ err: error, key: id }, 'the last use of an access key could not be kept')
  })
}

function unauthenticated(message: string): Refusal {
  return { code: 'UNAUTHENTICATED', message }
}
