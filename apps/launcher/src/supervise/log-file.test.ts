import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLogFile } from './log-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farport-log-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const contents = () => Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), 'utf8')]))

describe('a log file', () => {
  it('is appended to, also by the next process', () => {
    for (const line of ['one\n', 'two\n']) {
      using log = openLogFile(join(dir, 'a.log'))
      log.write(Buffer.from(line))
    }
    expect(contents()).toEqual({ 'a.log': 'one\ntwo\n' })
  })

  it('is rotated when it is full, and only so many are kept', () => {
    using log = openLogFile(join(dir, 'a.log'), { bytesMax: 8, keptMax: 2 })
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n', 'six\n']) log.write(Buffer.from(line))
    expect(contents()).toEqual({ 'a.log': 'six\n', 'a.log.1': 'five\n', 'a.log.2': 'four\n' })
  })

  it('of a full disk loses lines, and nothing else happens', () => {
    using log = openLogFile('/dev/full')
    expect(log.write(Buffer.from('lost\n'))).toBe(false)
  })
})
