import { decodeStun, encodeStunAnswer, encodeStunRequest } from '@farport/protocol'
import { expect, test } from 'vitest'
import { answerStun } from './stun-rules.ts'

const id = Buffer.alloc(12, 7)
const from = { host: '198.51.100.7', port: 40_000 }

test.each([
  ['IPv4', '198.51.100.7'],
  ['IPv6', '2001:db8::7'],
])('a request over %s is told where it came from, in no more bytes than it had', (_family, host) => {
  const request = encodeStunRequest(id)
  const answer = answerStun(request, { host, port: 40_000 })
  const message = decodeStun(answer ?? Buffer.alloc(0))
  expect(message).toMatchObject({ ok: true, value: { type: 'answer', address: { host, port: 40_000 } } })
  expect(answer?.length).toBeLessThanOrEqual(request.length)
})

/** A head alone, as others write it. */
const bare = Buffer.concat([Buffer.from([0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42]), id])

test.each([
  ['an answer', encodeStunAnswer(id, from)],
  ['no STUN', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['nothing', Buffer.alloc(0)],
  ['a request that is shorter than its answer', bare],
  ['a request for something else', Buffer.concat([Buffer.from([0, 3]), encodeStunRequest(id).subarray(2)])],
])('%s gets no answer', (_what, datagram) => {
  expect(answerStun(datagram, from)).toBeUndefined()
})
