import { expect, it } from 'vitest'
import { programsAffectedBy } from './affected.ts'

it.each([
  ['apps/server/src/main.ts', ['server']],
  ['apps/server/migrations/2026-11-20-0001-begin.sql', ['server']],
  ['apps/relay/src/tunnels/presence.ts', ['relay']],
  ['apps/relay/src/tunnels/presence.test.ts', []],
  ['apps/portal/src/main.tsx', []],
  ['apps/launcher/src/main.ts', []],
  ['packages/contract/schema/devices.graphql', ['server']],
  ['packages/session/src/session.ts', ['relay', 'agent']],
  ['packages/basics/src/result.ts', ['server', 'relay', 'agent']],
  ['packages/design-system/src/index.ts', []],
  ['packages/protocol/README.md', []],
])('a change of %s starts %j anew', (path, programs) => {
  expect(programsAffectedBy(path)).toEqual(programs)
})
