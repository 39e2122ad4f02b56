import { parseId, type AccountId, type DeviceId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { parseRestoreCode, restoreCodeText, signatureOf, signedText } from './restore-code.ts'

const deviceId = parseId('d', 'd-0123456789abcdef') as DeviceId
const code = { deviceId, expiresAtSeconds: 1_795_000_000, signature: signatureOf(new Uint8Array(32).fill(255)) }

describe('a restore code', () => {
  it('is read as it was written, in any case', () => {
    expect(parseRestoreCode(restoreCodeText(code))).toEqual(code)
    expect(parseRestoreCode(` ${restoreCodeText(code).toUpperCase()}\n`)).toEqual(code)
    expect(restoreCodeText(code)).toBe('d-0123456789abcdef.top2v4.zzzzzzzzzzzzzzzzzzzzzzzz')
  })

  it.each([
    'd-0123456789abcdef',
    's-0123456789abcdef.tpi2io.zzzzzzzzzzzzzzzzzzzzzzzz',
    'd-0123456789abcdeu.tpi2io.zzzzzzzzzzzzzzzzzzzzzzzz',
    'd-0123456789abcdef.tpi2io.zzzzzzzzzzzzzzzzzzzzzzz',
    'd-0123456789abcdef..zzzzzzzzzzzzzzzzzzzzzzzz',
    '0123456789abcdefghjkmnpq',
    '',
  ])('is not %j', (text) => {
    expect(parseRestoreCode(text)).toBeUndefined()
  })

  it('is signed for one device, one account, one agent and one time', () => {
    const accountId = 'a-0000000000000001' as AccountId // well-formed
    const signed = { accountId, deviceId, agentKey: 'key', expiresAtSeconds: 1 }
    const others = [
      { ...signed, accountId: 'a-0000000000000002' as AccountId },
      { ...signed, deviceId: 'd-0000000000000002' as DeviceId },
      { ...signed, agentKey: 'other' },
      { ...signed, expiresAtSeconds: 2 },
    ]
    expect(new Set([signed, ...others].map(signedText)).size).toBe(5)
  })
})
