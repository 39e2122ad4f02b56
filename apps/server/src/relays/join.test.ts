import { createHmac } from 'node:crypto'
import { Secret } from '@farport/basics'
import { generatePrivateKey, joinText, publicKeyText, signText } from '@farport/protocol'
import type { RelayId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { joinRefusal, type Join } from './join.ts'

const joinSecret = new Secret('a secret of this installation')
const nonce = 'n'.repeat(43)
const key = generatePrivateKey()
const place = {
  relayId: 'r-0000000000000001' as RelayId,
  publicKey: publicKeyText(key),
  host: 'relay.example',
  port: 443,
}
const text = joinText({ nonce, ...place })
const good: Join = {
  type: 'join',
  protocol: 1,
  ...place,
  version: '0.1.0',
  signature: signText(key, text),
  proof: createHmac('sha256', joinSecret.reveal()).update(text).digest('base64url'),
}

describe('a relay', () => {
  it('joins with the secret and its key', () => {
    expect(joinRefusal(good, { nonce, joinSecret })).toBeUndefined()
  })

  it.each([
    ['another protocol', { protocol: 2 }, 'version'],
    ['another secret', { proof: createHmac('sha256', 'another').update(text).digest('base64url') }, 'join secret'],
    ['another key’s signature', { signature: signText(generatePrivateKey(), text) }, 'signature'],
    ['another place than it signed', { port: 444 }, 'join secret'],
    ['another name than it signed', { relayId: 'r-0000000000000002' as RelayId }, 'join secret'],
  ])('is refused with %s', (_, change, word) => {
    expect(joinRefusal({ ...good, ...change }, { nonce, joinSecret })).toContain(word)
  })

  it('is refused with what it said to another greeting', () => {
    expect(joinRefusal(good, { nonce: 'm'.repeat(43), joinSecret })).toContain('join secret')
  })
})
