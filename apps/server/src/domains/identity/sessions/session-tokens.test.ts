import { randomBytes } from 'node:crypto'
import { Secret } from '@farport/basics'
import { describe, expect, it } from 'vitest'
import { createTokenSigner } from '#platform/signed-tokens'
import { createSessionTokens } from './session-tokens.ts'

const tokens = createSessionTokens(createTokenSigner(new Secret(randomBytes(32))))
const others = createSessionTokens(createTokenSigner(new Secret(randomBytes(32))))
const claims = { sessionId: 'b3f2a1de-5f3c-4f0e-9a3e-0c1d2e3f4a5b', generation: 3, expiresAtMs: 1000 }

describe('tokens', () => {
  it('tell what they were made of', () => {
    expect(tokens.accessClaims(tokens.access(claims), 999)).toEqual(claims)
    expect(tokens.refreshClaims(tokens.refresh(claims))).toEqual({ sessionId: claims.sessionId, generation: 3 })
  })

  it.each([
    ['an access token that is too old', () => tokens.accessClaims(tokens.access(claims), 1000)],
    ['a refresh token as an access token', () => tokens.accessClaims(tokens.refresh(claims), 0)],
    ['an access token as a refresh token', () => tokens.refreshClaims(tokens.access(claims))],
    ['an access token of another installation', () => tokens.accessClaims(others.access(claims), 0)],
    ['a refresh token of another installation', () => tokens.refreshClaims(others.refresh(claims))],
    [
      'an access token that says it is younger',
      () => tokens.accessClaims(tokens.access(claims).replace('.1000', '.9999'), 0),
    ],
  ])('%s is nothing', (_, open) => {
    expect(open()).toBeUndefined()
  })
})
