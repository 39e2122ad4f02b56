import { encodeStunRequest, workPreamble } from '@farport/protocol'
import { describe, expect, test } from 'vitest'
import { readFirstBytes } from './first-bytes.ts'

const token = Buffer.alloc(32, 7)
const stun = encodeStunRequest(Buffer.alloc(12))
const work = Buffer.concat([workPreamble, token])

describe('the first bytes of a socket', () => {
  const rows: [string, Buffer, ReturnType<typeof readFirstBytes>][] = [
    ['nothing is too little', Buffer.alloc(0), { kind: 'more' }],
    ['a TLS handshake record', Buffer.from([0x16, 3, 1]), { kind: 'tls' }],
    ['half a preamble is too little', Buffer.from('FP'), { kind: 'more' }],
    ['a preamble without its whole token is too little', work.subarray(0, 35), { kind: 'more' }],
    ['a work connection', work, { kind: 'work', token: token.toString('base64url'), length: 36 }],
    [
      'more than a work connection',
      Buffer.concat([work, Buffer.from('x')]),
      { kind: 'work', token: token.toString('base64url'), length: 36 },
    ],
    ['half a STUN request is too little', stun.subarray(0, 30), { kind: 'more' }],
    ['a STUN request', stun, { kind: 'stun', message: stun }],
    ['a STUN request, and more', Buffer.concat([stun, stun]), { kind: 'stun', message: stun }],
    [
      'a STUN request of a length that none has',
      Buffer.concat([Buffer.from([0, 1, 255, 252]), stun]),
      { kind: 'unknown' },
    ],
    ['what begins like a STUN request', Buffer.from([0, 1, 0, 36, 0x21, 0x13]), { kind: 'unknown' }],
    ['a preamble of another version', Buffer.from('FPW2'), { kind: 'unknown' }],
    ['plain HTTP', Buffer.from('GET / HTTP/1.1\r\n'), { kind: 'unknown' }],
    ['a TLS alert', Buffer.from([0x15, 3, 1]), { kind: 'unknown' }],
  ]
  test.each(rows)('%s', (_name, bytes, expected) => {
    expect(readFirstBytes(bytes)).toEqual(expected)
  })
})
