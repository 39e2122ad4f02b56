import { expect, it } from 'vitest'
import { clientWarning } from './client-version.ts'

it.each([
  ['an older client', 'farport/1.2.2', '1.2.3', true],
  ['a much older one', 'farport/0.9.9 (Mozilla/5.0)', '1.0.0', true],
  ['one that names others first', 'Mozilla/5.0 (X11) farport/1.9.0', '1.10.0', true],
  ['the least version', 'farport/1.2.3', '1.2.3', false],
  ['a newer one', 'farport/2.0.0', '1.9.9', false],
  ['a browser', 'Mozilla/5.0', '1.2.3', false],
  ['something that only ends like us', 'notfarport/0.0.1', '1.2.3', false],
  ['one that does not say', undefined, '1.2.3', false],
  ['any, when none is too old', 'farport/0.0.1', undefined, false],
])('%s is warned, or not', (_, userAgent, versionMin, isWarned) => {
  const warning = clientWarning(userAgent, versionMin)
  expect(warning !== undefined).toBe(isWarned)
  if (isWarned) expect(warning).toMatch(/^121 /)
})
