// Writes that go on whatever happens, and a list of those that were acknowledged.

import { setTimeout as pause } from 'node:timers/promises'
import type { AddedDevice } from './device.ts'
import type { Person } from './person.ts'

export interface Writer extends AsyncDisposable {
  /** How many have been acknowledged so far. */
  readonly acknowledgedCount: number
  /** Lets so many more be acknowledged; it begins with none. A device has at most 1000 services in all. */
  allow(count: number): void
  /** Ends the writing; the ids of the services whose making was acknowledged. */
  stop(): Promise<string[]>
}

const writersAtOnce = 4

export function writeAllTheWhile(person: Person, device: AddedDevice): Writer {
  const acknowledged: string[] = []
  let asked = 0
  let allowed = 0
  let isOver = false

  const write = async (): Promise<void> => {
    while (!isOver) {
      if (acknowledged.length >= allowed) {
        await pause(10)
        continue
      }
      asked += 1
      try {
        const { addService } = await person.ask<{ addService: { id: string } }>(
          'mutation ($device: String!, $name: String!) { addService(deviceId: $device, name: $name, application: 1, port: 9) { id } }',
          { device: device.id, name: `Write ${asked}` },
        )
        acknowledged.push(addService.id)
      } catch {
        await pause(50) // nobody answered: it was not acknowledged, and may or may not be kept
      }
    }
  }
  const writing = Promise.all(Array.from({ length: writersAtOnce }, write))
  const stop = async (): Promise<string[]> => {
    isOver = true
    await writing
    return acknowledged
  }

  return {
    get acknowledgedCount() {
      return acknowledged.length
    },
    allow(count) {
      allowed = acknowledged.length + count
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}
