import { describe, expect, test } from 'vitest'
import { isOwn, probeAnswer, socksReplyTo, unreachableSentence, type TargetFailure } from './target-rules.ts'

const own = { host: 'localhost', port: 22 }
const jump = { host: '192.168.1.9', port: 80 }
const failed = (systemCode?: string, code = 'unreachable'): TargetFailure => ({
  code,
  message: 'connect EWEIRD',
  ...(systemCode !== undefined && { systemCode }),
})

describe('what does not answer', () => {
  test.each<[TargetFailure, { host: string; port: number }, string]>([
    [failed('ECONNREFUSED'), own, 'there is no service running on the remote machine.'],
    [failed('ECONNREFUSED'), { host: '127.0.0.1', port: 1 }, 'there is no service running on the remote machine.'],
    [
      failed('ECONNREFUSED'),
      jump,
      'there is no service running on 192.168.1.9:80, which the remote machine connects to.',
    ],
    [
      failed('ECONNREFUSED'),
      { host: 'fd00::9', port: 80 },
      'there is no service running on [fd00::9]:80, which the remote machine connects to.',
    ],
    [failed(undefined, 'timeout'), own, 'localhost:22 did not answer the remote machine in time.'],
    [failed('ETIMEDOUT'), jump, '192.168.1.9:80 did not answer the remote machine in time.'],
    [failed('ENOTFOUND'), { host: 'nas.lan', port: 80 }, 'the remote machine knows no host by the name nas.lan.'],
    [failed('EHOSTUNREACH'), jump, 'the remote machine has no way to 192.168.1.9:80.'],
    [failed('EWEIRD'), jump, 'the remote machine could not connect to 192.168.1.9:80: connect EWEIRD.'],
    [failed(), jump, 'the remote machine could not connect to 192.168.1.9:80: connect EWEIRD.'],
  ])('%j at %j is told in a sentence', (failure, place, sentence) => {
    expect(unreachableSentence(place, failure)).toBe(`Farport connected, but ${sentence}`)
  })

  test.each<[TargetFailure | undefined, unknown]>([
    [undefined, { result: 'reachable' }],
    [failed('ECONNREFUSED'), { result: 'unreachable', message: 'No service found running on 192.168.1.9:80' }],
    [failed(undefined, 'timeout'), { result: 'unreachable', message: 'No service found running on 192.168.1.9:80' }],
    [failed('ENOTFOUND'), { result: 'invalid', message: 'There is no host by the name 192.168.1.9.' }],
  ])('%j answers a probe', (failure, answer) => {
    expect(probeAnswer(jump, failure)).toEqual(answer)
  })

  test.each<[TargetFailure, number]>([
    [failed('ECONNREFUSED'), 5],
    [failed('ENETUNREACH'), 3],
    [failed('EHOSTUNREACH'), 4],
    [failed('ENOTFOUND'), 4],
    [failed(undefined, 'timeout'), 6],
    [failed('EWEIRD'), 1],
  ])('%j answers a SOCKS client with %i', (failure, reply) => {
    expect(socksReplyTo(failure)).toBe(reply)
  })
})

test.each([
  ['localhost', true],
  ['LocalHost.', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.168.1.9', false],
  ['localhost.example', false],
  ['128.0.0.1', false],
])('%s is the device itself: %s', (host, expected) => {
  expect(isOwn(host)).toBe(expected)
})
