import { describe, expect, it } from 'vitest'
import { suggestedPasskeyName } from './passkey-name.ts'

describe('a new passkey is named after', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 'iPhone'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', 'Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15', 'Mac'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'Linux'],
    ['something else', 'Passkey'],
  ])('%s: %s', (userAgent, name) => {
    expect(suggestedPasskeyName(userAgent)).toBe(name)
  })
})
