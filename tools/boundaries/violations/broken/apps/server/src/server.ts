// Violates front-door-from-outside.

import { account } from './domains/identity/account.ts'

export const server = account
