// The Japanese texts of all features, for those who check them. The portal loads them in two parts.

import { jaFirst } from './first.ja.ts'
import { jaLater } from './later.ja.ts'
import type { Messages } from './messages.ts'

export const ja: Messages = { ...jaFirst, ...jaLater }
