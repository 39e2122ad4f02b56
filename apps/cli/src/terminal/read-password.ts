// A password: typed without echo, or from standard input.

import type { ReadStream } from 'node:tty'
import { text } from 'node:stream/consumers'
import { CommandRefusal } from '../refusal.ts'

const passwordLengthMax = 1024
const keys = { enter: /[\r\n]/, interrupt: '\u0003', end: '\u0004', backspace: ['\u007f', '\b'], eraseLine: '\u0015' }

export async function readPasswordFromInput(input: NodeJS.ReadableStream): Promise<string> {
  const password = (await text(input)).replace(/\r?\n$/, '')
  if (password === '') throw new CommandRefusal('No password came from standard input.', 2)
  return password
}

export async function promptPassword(
  question: string,
  input: ReadStream,
  output: NodeJS.WritableStream,
): Promise<string> {
  if (!input.isTTY) {
    throw new CommandRefusal('There is no terminal to ask for the password. Pipe it in, with --password-stdin.', 2)
  }
  output.write(question)
  input.setRawMode(true)
  try {
    return await typedLine(input)
  } finally {
    input.setRawMode(false)
    input.pause()
    output.write('\n')
  }
}

async function typedLine(input: ReadStream): Promise<string> {
  let typed: string[] = []
  input.setEncoding('utf8')
  for await (const chunk of input.iterator({ destroyOnReturn: false })) {
    for (const character of String(chunk)) {
      if (keys.enter.test(character)) return typed.join('')
      if (character === keys.interrupt) throw new CommandRefusal('Stopped.')
      if (character === keys.end && typed.length === 0) throw new CommandRefusal('Stopped.')
      if (keys.backspace.includes(character)) typed.pop()
      else if (character === keys.eraseLine) typed = []
      else if (typed.length < passwordLengthMax) typed.push(character)
    }
  }
  throw new CommandRefusal('Stopped.')
}
