// Violates platform-knows-no-domain.

import { account } from '#domains/identity'

export const mailer = account
