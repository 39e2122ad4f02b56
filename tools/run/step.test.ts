import { describe, expect, it } from 'vitest'
import { runStep, runSteps, tellStep, type Step } from './step.ts'

const node = (name: string, program: string): Step => ({ name, command: [process.execPath, '-e', program] })

describe('a step', () => {
  it('is well when its program ends with 0', async () => {
    expect(await runStep(node('fine', ''))).toMatchObject({ isOk: true, output: '' })
  })

  it('has failed, with all that was printed, when it ends otherwise', async () => {
    const step = node('broken', 'console.log("to stdout"); console.error("to stderr"); process.exitCode = 2')
    const result = await runStep(step)
    expect(result.isOk).toBe(false)
    expect(result.output.split('\n').toSorted()).toEqual(['to stderr', 'to stdout'])
  })

  it('has failed when its program does not exist', async () => {
    expect(await runStep({ name: 'missing', command: ['no-such-program'] })).toMatchObject({ isOk: false })
  })

  it('is told in a line, with its output beneath when it failed', () => {
    const result = { name: 'types', durationMs: 2400, output: 'a\nb' }
    expect(tellStep({ ...result, isOk: true })).toBe('ok     types             2.4 s')
    expect(tellStep({ ...result, isOk: false })).toBe('FAILED types             2.4 s\n    a\n    b')
  })
})

it('all steps run although one of them fails', async () => {
  const told: string[] = []
  const steps = [node('a', ''), node('b', 'process.exitCode = 1'), node('c', '')]
  const results = await runSteps(steps, { atOnce: 2, onResult: ({ name }) => told.push(name) })
  expect(told.toSorted()).toEqual(['a', 'b', 'c'])
  expect(results.filter(({ isOk }) => !isOk).map(({ name }) => name)).toEqual(['b'])
})
