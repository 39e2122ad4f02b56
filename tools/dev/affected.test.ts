import { expect, it } from 'vitest'
import { programsAffectedBy } from './affected.ts'

const needs = new Map([
  ['apps/server', ['packages/contract', 'packages/basics']],
  ['apps/relay', ['packages/session']],
  ['apps/agent', ['packages/session', 'packages/basics']],
  ['packages/session', ['packages/protocol']],
])

it.each([
  ['apps/server/src/main.ts', ['server']],
  ['apps/server/migrations/2026-11-20-0001-begin.sql', ['server']],
  ['apps/relay/src/tunnels/presence.ts', ['relay']],
  ['apps/relay/src/tunnels/presence.test.ts', []],
  ['apps/portal/src/main.tsx', []],
  ['apps/launcher/src/main.ts', []],
  ['packages/contract/schema/devices.graphql', ['server']],
  ['packages/session/src/session.ts', ['relay', 'agent']],
  ['packages/protocol/src/frames.ts', ['relay', 'agent']],
  ['packages/basics/src/result.ts', ['server', 'agent']],
  ['packages/design-system/src/index.ts', []],
  ['packages/protocol/README.md', []],
])('a change of %s starts %j anew', (path, programs) => {
  expect(programsAffectedBy(path, (workspace) => needs.get(workspace) ?? [])).toEqual(programs)
})
