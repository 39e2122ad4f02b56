import { freePort, startEcho } from '@farport/testkit'
import { expect, test } from 'vitest'
import { TargetProbes } from './target-probes.ts'

const limits = { probesMax: 2, probesPerMinuteMax: 5, probeTimeoutMs: 2000 }
const nowhere = { host: 'nowhere.invalid', port: 80 }

test('a place is reachable, or not, or none', async () => {
  await using echo = await startEcho()
  const probes = new TargetProbes({ limits, now: () => 0 })
  expect(await probes.probe({ host: 'localhost', port: echo.port })).toEqual({ result: 'reachable' })
  expect(await probes.probe({ host: '127.0.0.1', port: await freePort('127.0.0.1') })).toMatchObject({
    result: 'unreachable',
    message: expect.stringMatching(/^No service found running on 127\.0\.0\.1:\d+$/),
  })
  expect(await probes.probe(nowhere)).toMatchObject({ result: 'invalid' })
})

test('who asks too often is told so, and may ask again after a minute', async () => {
  let nowMs = 0
  const probes = new TargetProbes({ limits, now: () => nowMs })
  const atOnce = await Promise.all([1, 2, 3].map(() => probes.probe(nowhere)))
  expect(atOnce.map(({ result }) => result)).toEqual(['invalid', 'invalid', 'busy'])
  const results: string[] = []
  for (let count = 0; count < 4; count += 1) results.push((await probes.probe(nowhere)).result)
  expect(results).toEqual(['invalid', 'invalid', 'invalid', 'busy'])
  nowMs = 60_000
  expect(await probes.probe(nowhere)).toMatchObject({ result: 'invalid' })
})
