import { expect, it } from 'vitest'
import { childrenOf } from './processes.ts'

it('only the children of the launcher are found', () => {
  const listing = [
    '      1       0 /sbin/init',
    '    700       1 node apps/launcher/src/main.ts',
    '    701     700 node /farport/apps/server/src/main.ts',
    '    702     701 postgres: checkpointer',
    '  70000   70001 node apps/server/src/main.ts',
    '',
  ].join('\n')
  expect(childrenOf(700, listing)).toEqual([{ pid: 701, command: 'node /farport/apps/server/src/main.ts' }])
})
