import { deviceName } from '#domains/devices'

export const log = deviceName
