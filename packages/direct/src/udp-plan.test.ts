import { expect, test } from 'vitest'
import { planUdp } from './udp-plan.ts'

test.each([
  ['none', 'none', 'punch'],
  ['cone', 'cone', 'punch'],
  ['none', 'symmetric', 'punch'],
  ['symmetric', 'none', 'punch'],
  ['unknown', 'symmetric', 'punch'],
  ['symmetric', 'cone', 'punch-from-many'],
  ['cone', 'symmetric', 'punch-to-many'],
  ['symmetric', 'cone with a mapped port', 'punch'],
  ['cone with a mapped port', 'symmetric', 'punch'],
  ['symmetric', 'symmetric', 'punch-nearby'],
  ['symmetric', 'symmetric with a mapped port', 'punch'],
  ['symmetric with a mapped port', 'symmetric', 'punch'],
  ['udp-blocked', 'cone', 'punch-nearby'],
  ['none', 'udp-blocked', 'punch-nearby'],
] as const)('%s and %s: %s', (own, peer, plan) => {
  const end = (text: string) => ({
    nat: text.replace(' with a mapped port', '') as 'cone',
    hasMappedPort: text.includes('mapped'),
  })
  expect(planUdp(end(own), end(peer)).plan).toBe(plan)
})
