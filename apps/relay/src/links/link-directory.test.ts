import type { RelayToServer } from '@farport/protocol'
import { describe, expect, it, vi } from 'vitest'
import { LinkDirectory } from './link-directory.ts'

function world({ isJoined = true, asksMax = 2, statesMax = 2 } = {}) {
  const clock = { nowMs: 0 }
  const asked: string[] = []
  const tell = (message: RelayToServer) => {
    if (isJoined && message.type === 'ask-link') asked.push(message.code)
    return isJoined
  }
  const options = { statesMax, stateMs: 1000, asksMax, askMs: 50, now: () => clock.nowMs, tell }
  return { clock, asked, directory: new LinkDirectory(options) }
}

describe('a link that is not here', () => {
  it('is asked for once, and remembered for a while', async () => {
    const { clock, asked, directory } = world()
    const [one, other] = [directory.find('a'), directory.find('a')]
    directory.absent('a', 'disabled')
    expect([await one, await other]).toEqual([{ absence: 'disabled' }, { absence: 'disabled' }])
    expect(directory.find('a')).toEqual({ absence: 'disabled' })
    expect(asked).toEqual(['a'])
    clock.nowMs = 1001
    void directory.find('a')
    expect(asked).toEqual(['a', 'a'])
    directory[Symbol.dispose]()
  })

  it('is nobody’s to know while the server is away', () => {
    expect(world({ isJoined: false }).directory.find('a')).toEqual({ absence: 'away' })
  })

  it('is not waited for longer than a moment', async () => {
    vi.useFakeTimers()
    const { clock, directory } = world()
    const answer = directory.find('a')
    clock.nowMs = 51
    vi.advanceTimersByTime(100)
    vi.useRealTimers()
    expect(await answer).toEqual({ absence: 'away' })
  })

  it('is one of so many that are asked for and remembered', () => {
    const { asked, directory } = world()
    for (const code of ['a', 'b', 'c']) void directory.find(code)
    expect(asked).toEqual(['a', 'b'])
    expect(directory.find('c')).toEqual({ absence: 'away' })
    for (const code of ['a', 'b', 'c']) directory.absent(code, 'unknown')
    expect(directory.find('c')).toEqual({ absence: 'unknown' })
    void directory.find('a')
    expect(asked).toEqual(['a', 'b', 'a'])
    directory[Symbol.dispose]()
  })
})
