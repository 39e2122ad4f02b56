import { expect, it } from 'vitest'
import { parseAccountName } from './account-name.ts'

it.each(['pi', 'ubuntu', '_apt', 'first.last', 'web-01', 'Administrator'])('%s is a name', (name) => {
  expect(parseAccountName(name)).toBe(name)
})

it.each(['', '-oProxyCommand=sh', 'a b', 'a;reboot', '$(reboot)', '`id`', "a'b", 'a\nb', 'x'.repeat(65), 7, undefined])(
  '%j is none',
  (text) => {
    expect(parseAccountName(text)).toBeUndefined()
  },
)
