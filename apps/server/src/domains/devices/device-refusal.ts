// Refusals of the operations on devices, as the API words them.

import type { Refusal } from '@farport/contract'
import type { DeviceVerdict } from './device-policy.ts'

type Denied = Extract<DeviceVerdict, { allowed: false }>

/** To somebody who may not see it, a device that exists looks like one that does not. */
export function unseen(kind: 'device' | 'service', id: string): Refusal {
  return { code: 'NOT_FOUND', message: `You don't have access to that ${kind}. (${shownId(id)})` }
}

/** What came as an id is not repeated at any length, nor what could move a terminal's cursor. */
export const shownId = (text: string): string => text.slice(0, 40).replaceAll(/[^\x20-\x7E]/g, '?')

export function deniedRefusal(verdict: Denied, kind: 'device' | 'service', id: string): Refusal {
  switch (verdict.code) {
    case 'unseen':
      return unseen(kind, id)
    case 'forbidden':
    case 'unlicensed':
      return { code: 'FORBIDDEN', message: verdict.reason }
    case 'offline':
      return { code: 'OFFLINE', message: verdict.reason }
    case 'online':
      return { code: 'CONFLICT', message: verdict.reason }
  }
}
