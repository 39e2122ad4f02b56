// What this browser is doing with each service just now, and what went wrong last. Seen alike by every part of a page.

import { useSyncExternalStore } from 'react'
import type { Activity } from '../services/index.ts'

export interface ServiceActivity {
  activity?: Activity
  /** Why the last connect failed, in words; gone with the next try. */
  error?: string
}

const nothing: ServiceActivity = {}
/** Holds only services with something to tell: it empties itself. */
const byService = new Map<string, ServiceActivity>()
const listeners = new Set<() => void>()

export function setActivity(serviceId: string, next: ServiceActivity): void {
  if (next.activity === undefined && next.error === undefined) byService.delete(serviceId)
  else byService.set(serviceId, next)
  for (const listener of listeners) listener()
}

export function useActivity(serviceId: string): ServiceActivity {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => byService.get(serviceId) ?? nothing,
  )
}
