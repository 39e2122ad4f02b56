export { deviceName } from './device.ts'
export { renameDevice } from './operations/rename-device.ts'
