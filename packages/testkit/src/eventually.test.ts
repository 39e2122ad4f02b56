import { describe, expect, it } from 'vitest'
import { eventually } from './eventually.ts'

const fail = () => {
  throw new Error('never')
}

describe('eventually', () => {
  it('gives back what the condition found, also after errors', async () => {
    let looks = 0
    const look = () => {
      looks += 1
      if (looks === 1) throw new Error('not yet')
      return looks < 3 ? undefined : looks
    }
    expect(await eventually(look, { pauseMs: 1 })).toBe(3)
  })

  it('gives back 0 and an empty text, which are answers', async () => {
    expect(await eventually(() => 0)).toBe(0)
    expect(await eventually(() => '')).toBe('')
  })

  it('gives up with the last error as its cause', async () => {
    const failure = await eventually(fail, { timeoutMs: 5, pauseMs: 1, what: 'it' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'it did not come true within 5 ms', cause: new Error('never') })
  })
})
