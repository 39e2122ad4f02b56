import { randomUUID } from 'node:crypto'
import { now } from '#platform/clock'
import { devices } from '../device-store.ts'
import { deviceName } from '../device.ts'

export const renameDevice = () => [randomUUID, now, devices, deviceName]
