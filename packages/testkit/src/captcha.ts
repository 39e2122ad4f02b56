// Solves the captcha of signing up, as a browser does: tries numbers until a key begins as it has to.

import { pbkdf2Sync } from 'node:crypto'

interface Challenge {
  parameters: { nonce: string; salt: string; cost: number; keyLength: number; keyPrefix: string }
}

/** What a sign-up carries as `captcha`. */
export async function solveCaptcha(serverUrl: string): Promise<string> {
  const answer = await fetch(`${serverUrl}/auth/v1/captcha`)
  const challenge = (await answer.json()) as Challenge // as the server writes it
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)])
  for (let counter = 0; ; counter += 1) {
    password.writeUInt32BE(counter, password.length - 4)
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex')
    if (!derivedKey.startsWith(keyPrefix)) continue
    return Buffer.from(JSON.stringify({ challenge, solution: { counter, derivedKey } })).toString('base64')
  }
}
