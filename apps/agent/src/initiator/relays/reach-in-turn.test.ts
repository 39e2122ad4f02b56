import { accept, refuse, type Result } from '@farport/basics'
import { expect, it, vi } from 'vitest'
import { firstInTurn } from './reach-in-turn.ts'

const inTurn = (attempts: readonly (() => Promise<Result<string, string>>)[], onLate = vi.fn()) =>
  firstInTurn(attempts, { staggerMs: 20, onLate, choose: (refusals) => refusals.join() })

const never = () => new Promise<Result<string, string>>(() => undefined)

it('the first that succeeds is taken, and the others are not begun', async () => {
  const second = vi.fn(never)
  expect(await inTurn([async () => accept('a'), second])).toEqual(accept('a'))
  expect(second).not.toHaveBeenCalled()
})

it('after a refusal the next is tried at once', async () => {
  expect(await inTurn([async () => refuse('no'), async () => accept('b')])).toEqual(accept('b'))
})

it('one that does not answer keeps nobody waiting', async () => {
  expect(await inTurn([never, never, async () => accept('c')])).toEqual(accept('c'))
})

it('when all are refused, the refusal that says most is told', async () => {
  expect(await inTurn([async () => refuse('one'), async () => refuse('two')])).toEqual(refuse('one,two'))
  expect(await inTurn([])).toEqual(refuse(''))
})

it('one that comes too late is given back', async () => {
  const late = Promise.withResolvers<Result<string, string>>()
  const onLate = vi.fn()
  expect(await inTurn([() => late.promise, async () => accept('b')], onLate)).toEqual(accept('b'))
  late.resolve(accept('a'))
  await late.promise
  await vi.waitFor(() => expect(onLate).toHaveBeenCalledExactlyOnceWith('a'))
})
