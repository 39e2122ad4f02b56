// The front door of devices.

export type { Attributes } from './attributes.ts'
