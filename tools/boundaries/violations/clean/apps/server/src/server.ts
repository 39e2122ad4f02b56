import { renameDevice } from '#domains/devices'
import { log } from '#domains/logs'

export const server = [renameDevice, log]
