// The English texts of all features, for those who check them. The portal loads them in two parts.

import { enFirst } from './first.en.ts'
import { enLater } from './later.en.ts'

export const en = { ...enFirst, ...enLater }
