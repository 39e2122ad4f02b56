import { expect, it } from 'vitest'
import { typedFactor } from './answer-challenges.ts'
import { openerOf } from './sign-in-by-browser.ts'

it.each([
  ['an app is wanted', 'SOFTWARE_TOKEN_MFA', ['CUSTOM_CHALLENGE'], 'SOFTWARE_TOKEN_MFA'],
  ['a text message is wanted', 'SMS_MFA', [], 'SMS_MFA'],
  ['a passkey is wanted, and an app would do', 'WEB_AUTHN', ['SOFTWARE_TOKEN_MFA'], 'SOFTWARE_TOKEN_MFA'],
  ['a passkey is wanted, and nothing else', 'WEB_AUTHN', ['CUSTOM_CHALLENGE'], undefined],
] as const)('when %s, what is typed is known', (_, challengeName, alternatives, typed) => {
  expect(typedFactor({ challengeName, alternatives: [...alternatives], challenge: 'x' })).toBe(typed)
})

it.each([
  ['darwin', {}, 'open'],
  ['win32', {}, 'rundll32'],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', { DISPLAY: '' }, undefined],
])('on %s with %o, a browser is opened by %s', (platform, environment, command) => {
  expect(openerOf(platform, environment)?.[0]).toBe(command)
})
