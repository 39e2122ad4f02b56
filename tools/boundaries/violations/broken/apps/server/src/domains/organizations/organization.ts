// Violates front-door-between-domains.

import { account } from '../identity/account.ts'

export const organization = account
