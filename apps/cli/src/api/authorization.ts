// How a request shows who sends it: by the token of a sign-in, or by an access key's signature.

import { createHash } from 'node:crypto'
import type { Secret } from '@farport/basics'
import { signRequest } from '@farport/protocol'
import type { AccessKey } from '../credentials/access-key-file.ts'

/** `live`: a token that is good just now; `refused` is one that the server did not take. */
export type Credential =
  | { kind: 'token'; live(refused?: Secret): Promise<Secret> }
  | { kind: 'access-key'; key: AccessKey }

export function bearerHeaders(token: Secret): Record<string, string> {
  return { authorization: `Bearer ${token.reveal()}` }
}

export interface PostRequest {
  url: URL
  body: string
  /** By lower-cased names. */
  headers: Readonly<Record<string, string>>
}

/** With a digest, so that the body is signed as well. */
export function signedHeaders({ id, secret }: AccessKey, { url, body, headers }: PostRequest, now: Date) {
  const added = {
    date: now.toUTCString(),
    digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
  }
  const signed = {
    host: url.host,
    ...added,
    'content-type': headers['content-type'] ?? '',
    'content-length': String(Buffer.byteLength(body)),
  }
  const request = {
    method: 'POST',
    target: url.pathname + url.search,
    headers: new Map(Object.entries(signed).map(([name, value]) => [name, [value]])),
  }
  const names = ['(request-target)', ...Object.keys(signed)]
  return { ...added, authorization: signRequest({ keyId: id, secret: secret.reveal() }, names, request) }
}
