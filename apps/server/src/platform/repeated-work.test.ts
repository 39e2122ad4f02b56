import { expect, it } from 'vitest'
import { silentLog } from './log.ts'
import { repeatWork } from './repeated-work.ts'

it('repeated work goes on after a fault, and not after it is stopped', async () => {
  let count = 0
  const enough = Promise.withResolvers<void>()
  const repeated = repeatWork({
    name: 'counting',
    everyMs: 1,
    log: silentLog,
    work: async () => {
      count += 1
      if (count === 2) throw new Error('a fault')
      if (count === 4) enough.resolve()
    },
  })
  await enough.promise
  await repeated[Symbol.asyncDispose]()
  const countAtStop = count
  await new Promise((resolve) => setImmediate(resolve))
  expect(count).toBe(countAtStop)
})
