import { describe, expect, it } from 'vitest'
import { domains, forbiddenTo, observers, words } from './domain-order.ts'
import { findMisnamed } from './misnamed.ts'

describe('the order of the words', () => {
  it('has each word once', () => {
    expect(new Set(words).size).toBe(words.length)
  })

  it.each(domains)('lets %s use what stands before it and nothing else', (word) => {
    const before = domains.slice(0, domains.indexOf(word))
    expect(forbiddenTo(word)).toEqual(words.filter((other) => other !== word && !before.includes(other as never)))
  })

  it.each(observers)('lets %s use every domain and no observer', (word) => {
    expect(forbiddenTo(word)).toEqual(observers.filter((other) => other !== word))
  })
})

describe('a folder or file outside the order is named', () => {
  it.each([
    ['a server domain', 'apps/server/src/domains/devices/device.ts', false],
    ['a server domain of another name', 'apps/server/src/domains/gadgets/gadget.ts', true],
    ['a file among the domains', 'apps/server/src/domains/device.ts', true],
    ['a portal feature', 'apps/portal/src/features/logs/log-page.tsx', false],
    ['a portal feature of another name', 'apps/portal/src/features/event-log/page.tsx', true],
    ['a contract file', 'packages/contract/schema/sessions.graphql', false],
    ['what all contract files share', 'packages/contract/schema/common.graphql', false],
    ['a contract file of another name', 'packages/contract/schema/session.graphql', true],
    ['a file of another place', 'apps/relay/src/gadgets/gadget.ts', false],
  ])('%s', (_, path, isMisnamed) => {
    expect(findMisnamed([path])).toHaveLength(isMisnamed ? 1 : 0)
  })
})
