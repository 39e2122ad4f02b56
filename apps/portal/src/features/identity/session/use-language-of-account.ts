// Makes the interface and the account agree on a language when somebody comes in.

import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { UpdateAccountDocument } from '#graphql'
import { languageToTell, parseLanguage, type Language } from '../../../i18n/language.ts'
import { showLanguage } from '../../../i18n/start.ts'
import { languageAtEntrance } from './language-at-entrance.ts'
import { isNewOperator, type Session } from './session-store.ts'

export function useLanguageOfAccount(session: Session): void {
  const { i18n } = useTranslation()
  const [, update] = useMutation(UpdateAccountDocument)
  // A new operator is still being welcomed, in the language of their browser.
  const viewer = session.kind === 'signed-in' && !isNewOperator(session.viewer) ? session.viewer : undefined

  const agree = useEffectEvent(async (known: Language) => {
    const shown = parseLanguage(i18n.language) ?? 'en'
    const deed = languageAtEntrance({ shown, isUntold: languageToTell.isThere(), ofAccount: known })
    if (deed === 'take') return showLanguage(known)
    // What cannot be told now is told next time.
    if (deed === 'tell' && (await update({ language: shown })).error !== undefined) return undefined
    return languageToTell.forget()
  })

  useEffect(() => {
    if (viewer !== undefined) void agree(viewer.language)
  }, [viewer])
}
