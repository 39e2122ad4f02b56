// Enrolling a device by one command in its shell.

export { createInstallPart } from './install-part.ts'
