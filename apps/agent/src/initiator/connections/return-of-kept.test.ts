import { eventually } from '@farport/testkit'
import { parseConnectionId } from '@farport/vocabulary'
import { describe, expect, it } from 'vitest'
import { isWorthAnotherTry, keptConnection, type KeptConnection } from './kept-connection.ts'
import { ReturnOfKept } from './return-of-kept.ts'

const keptAt = (port: number): KeptConnection => ({
  serverUrl: 'https://farport.example',
  connectionId: parseConnectionId('11111111-1111-4111-8111-111111111111') ?? failed('an id'),
  host: '127.0.0.1',
  port,
})
function failed(what: string): never {
  throw new Error(what)
}

function returning(outcomes: Record<number, ('open' | 'over' | 'later')[]>, now = () => 0) {
  const tried: number[] = []
  const kept = Object.keys(outcomes).map((port) => keptAt(Number(port)))
  const bringBack = ({ port }: KeptConnection) => {
    tried.push(port)
    return Promise.resolve(outcomes[port]?.shift() ?? ('later' as const))
  }
  return { tried, back: new ReturnOfKept({ kept, bringBack, now, random: () => 0, onSettled: () => undefined }) }
}

describe('what was open comes back', () => {
  it('at once where it can, again and again where it cannot yet, and not where it is over', async () => {
    const { tried, back } = returning({ 1: ['open'], 2: ['later', 'open'], 3: ['over'] })
    await eventually(() => back.waiting.length === 0)
    expect(tried).toEqual([1, 2, 3, 2])
  })

  it('is given up when it must be over', async () => {
    let nowMs = 0
    const { tried, back } = returning({ 1: [] }, () => nowMs)
    await eventually(() => tried.length === 1)
    expect(back.waiting).toHaveLength(1)
    nowMs = 10 * 60_000
    await eventually(() => back.waiting.length === 0)
  })

  it('is not tried any more when the program ends', async () => {
    const { tried, back } = returning({ 1: [] })
    back[Symbol.dispose]()
    await eventually(() => tried.length === 1)
    expect(back.waiting).toHaveLength(1)
  })

  it.each([
    [{ kind: 'unreachable', message: '' } as const, true],
    [{ kind: 'refused', code: 'offline', message: '' } as const, true],
    [{ kind: 'refused', code: 'busy', message: '' } as const, true],
    [{ kind: 'refused', code: 'ended', message: '' } as const, false],
    [{ kind: 'refused', code: 'unknown', message: '' } as const, false],
    [{ kind: 'refused', code: 'signature', message: '' } as const, false],
  ])('another try after %j: %s', (refusal, isWorth) => {
    expect(isWorthAnotherTry(refusal)).toBe(isWorth)
  })

  it('is kept without a ticket', () => {
    expect(Object.keys(keptConnection.shape)).toEqual(['serverUrl', 'connectionId', 'host', 'port', 'allowed'])
  })
})
