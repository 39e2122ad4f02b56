import { accountName } from '#domains/identity'

export const deviceName = accountName
