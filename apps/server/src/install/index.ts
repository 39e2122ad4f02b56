// Enrolling a device by one command in its shell.

export { createDownloads, type Downloads } from './downloads.ts'
export { createInstallPart, type InstallOptions } from './install-part.ts'
