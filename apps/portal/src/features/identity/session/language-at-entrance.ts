// Which language counts when somebody comes in. Pure.

import type { Language } from '../../../i18n/language.ts'

export interface LanguageFacts {
  shown: Language
  /** Chosen in this browser, and the account does not know of it. */
  isUntold: boolean
  ofAccount: Language
}

/** The account has one language for all browsers. Only what its owner has just chosen in this one counts more. */
export function languageAtEntrance({ shown, isUntold, ofAccount }: LanguageFacts): 'keep' | 'tell' | 'take' {
  if (shown === ofAccount) return 'keep'
  return isUntold ? 'tell' : 'take'
}
