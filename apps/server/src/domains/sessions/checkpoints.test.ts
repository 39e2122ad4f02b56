import { checkpointRows } from '@farport/protocol'
import { expect, it } from 'vitest'
import { checkpointNames, readCheckpoints, writeCheckpoints } from './checkpoints.ts'

it('checkpoints come back as they were, each with its name', () => {
  const checkpoints = checkpointRows.map((_, index) => [true, false, null][index % 3] ?? null)
  expect(writeCheckpoints(checkpoints)).toBe('yn-yn-yn-y')
  expect(readCheckpoints(writeCheckpoints(checkpoints))).toEqual(checkpoints)
  expect(checkpointNames).toHaveLength(checkpointRows.length)
})
