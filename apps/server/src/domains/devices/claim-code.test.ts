import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { claimCodeBytes, claimCodeOf, claimNotFoundMessage, demoClaimCode, parseClaimCode } from './claim-code.ts'

describe('a claim code', () => {
  it('keeps every random bit, and can be parsed', () => {
    const codes = Array.from({ length: 200 }, () => claimCodeOf(randomBytes(claimCodeBytes)))
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) expect(parseClaimCode(code)).toBe(code)
    expect(claimCodeOf(new Uint8Array(5).fill(255))).toBe('ZZZZZZZZ')
  })

  it.each([
    [' 2f7k9xqm\n', '2F7K9XQM'],
    ['OoIiLl01', '00111101'],
    ['2F7K9XQ', undefined],
    ['2F7K9XQMM', undefined],
    ['2F7K9XQU', undefined],
    ['2F7K9X\u202eQ', undefined],
    ['x'.repeat(1_000_000), undefined],
    ['', undefined],
  ])('%j is read as %j', (text, code) => {
    expect(parseClaimCode(text)).toBe(code)
  })

  it('that is unknown is named as it came, without what could move a cursor', () => {
    expect(claimNotFoundMessage('2F7K9XQM')).toBe('Your device (2F7K9XQM) could not be found.')
    expect(claimNotFoundMessage('\u001b[2J<b>and more')).toBe('Your device (?[2J<b>a) could not be found.')
  })

  it('of no agent is the one of the demo device, which is read as it is', () => {
    expect(claimCodeOf(randomBytes(claimCodeBytes))).not.toContain('O')
    expect(parseClaimCode(` ${demoClaimCode.toLowerCase()} `)).toBe(demoClaimCode)
  })
})
