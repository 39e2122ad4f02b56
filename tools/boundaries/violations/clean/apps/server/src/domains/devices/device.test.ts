import { readFileSync } from 'node:fs'
import { deviceName } from './device.ts'

export default [deviceName, readFileSync]
