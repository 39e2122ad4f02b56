// Short codes that people type once: how they are made, and what is kept of them. They are short enough to be tried out,
// so that a plain hash would hide nothing: it is made with a key of the installation.

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { Secret } from '@farport/basics'

export interface CodeHasher {
  /** `owner`: what the code is for, and whose. The hash of a code is worth nothing in another row. */
  hash(code: string, owner: string): Buffer
  fits(code: string, owner: string, hash: Buffer): boolean
}

export function createCodeHasher(key: Secret<Buffer>): CodeHasher {
  const hash = (code: string, owner: string) =>
    createHmac('sha256', key.reveal()).update(`${owner}\n`).update(code).digest()
  return {
    hash,
    fits: (code, owner, expected) => timingSafeEqual(hash(code, owner), expected),
  }
}

/** For text messages, which are read out and typed on small keys. */
export function newDigits(length: number): Secret {
  return randomText('0123456789', length)
}

/** Without those that look alike: i, l, o, 0 and 1. In lower case, as what people type is made. */
export function newLetters(length: number): Secret {
  return randomText('abcdefghjkmnpqrstuvwxyz23456789', length)
}

function randomText(alphabet: string, length: number): Secret {
  return new Secret(Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''))
}
