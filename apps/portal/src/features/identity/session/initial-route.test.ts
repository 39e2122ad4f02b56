import { describe, expect, it } from 'vitest'
import { createInitialRoute } from './initial-route.ts'

function open() {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const clock = { ms: 1_800_000_000_000 }
  return { clock, route: createInitialRoute(storage, () => clock.ms) }
}

describe('where somebody wanted to go', () => {
  it('is found until it is forgotten', () => {
    const { route } = open()
    expect(route.find()).toBeUndefined()
    route.keep('/devices/d-1?name=a%20b')
    expect(route.find()).toBe('/devices/d-1?name=a%20b')
    route.forget()
    expect(route.find()).toBeUndefined()
  })

  it('is too long ago after a day', () => {
    const { route, clock } = open()
    route.keep('/logs')
    clock.ms += 24 * 3600_000 + 1
    expect(route.find()).toBeUndefined()
  })
})
