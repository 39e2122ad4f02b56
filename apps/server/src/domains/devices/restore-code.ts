// A restore code lets another agent take the place of a device's own. Nothing of it is stored: it is signed together
// with the key of the agent that is there now, and so the first agent that takes the place ends it.
//
//   d-<device>.<seconds of the Unix epoch, base 36>.<24 characters of its signature>

import { parseId, type AccountId, type DeviceId } from '@farport/vocabulary'
import { base32Of } from './registration.ts'

export interface RestoreCode {
  readonly deviceId: DeviceId
  readonly expiresAtSeconds: number
  readonly signature: string
}

export const restoreCodeLifeMs = 24 * 60 * 60_000

const pattern = /^(d-[0-9a-z]{16})\.([0-9a-z]{1,9})\.([0-9a-z]{24})$/

export function parseRestoreCode(text: string): RestoreCode | undefined {
  const [, device, seconds = '', signature = ''] = pattern.exec(text.trim().toLowerCase()) ?? []
  const deviceId = parseId('d', device)
  return deviceId && { deviceId, expiresAtSeconds: Number.parseInt(seconds, 36), signature }
}

export function restoreCodeText({ deviceId, expiresAtSeconds, signature }: RestoreCode): string {
  return `${deviceId}.${expiresAtSeconds.toString(36)}.${signature}`
}

/** What is signed. In another account, or with another agent, the device is another. */
export function signedText(code: {
  accountId: AccountId
  deviceId: DeviceId
  agentKey: string
  expiresAtSeconds: number
}): string {
  return ['restore', code.accountId, code.deviceId, code.agentKey, String(code.expiresAtSeconds)].join(' ')
}

/** `digest`: of the signed text, under a secret of the installation. */
export const signatureOf = (digest: Uint8Array): string => base32Of(digest.subarray(0, 15), 24)
