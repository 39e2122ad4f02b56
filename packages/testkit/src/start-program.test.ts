import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runProgram, startProgram } from './start-program.ts'
import { createTempDir, type TempDir } from './temp-dir.ts'

let dir: TempDir
beforeEach(async () => {
  dir = await createTempDir()
})
afterEach(() => dir[Symbol.asyncDispose]())

async function moduleOf(source: string): Promise<string> {
  const path = join(dir.path, 'program.mjs')
  await writeFile(path, source)
  return path
}

describe('a started program', () => {
  it('is heard over IPC and on its output, can be typed to, and is ended with the test', async () => {
    const module = await moduleOf(`
      process.send({ type: 'ready', word: process.env.WORD })
      process.stdin.on('data', (text) => console.log('heard ' + text))`)
    const program = startProgram({ module, environment: { WORD: 'given' } })
    const word = await program.message((message) => (message as { word?: string }).word)
    expect(word).toBe('given')
    program.write('hello\n')
    expect((await program.printed(/heard (\w+)/))[1]).toBe('hello')
    await program[Symbol.asyncDispose]()
    expect(await program.exit).toEqual({ code: null, signal: 'SIGTERM' })
  })

  it('that ends too early is told with what it wrote', async () => {
    const program = startProgram({ module: await moduleOf('console.error("no disk"); process.exit(3)') })
    await expect(program.printed('ready')).rejects.toThrow(/ended \(3\)[\s\S]*no disk/)
  })

  it('is run to its end', async () => {
    const module = await moduleOf('process.stdin.pipe(process.stdout); process.exitCode = 4')
    expect(await runProgram({ module, input: 'hello' })).toEqual({ code: 4, output: 'hello' })
  })
})
