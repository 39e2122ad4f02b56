// The language of the interface and of mails is one choice: kept in this browser, and with the account.

import { notify } from '@farport/design-system'
import { useTranslation } from 'react-i18next'
import { useMutation } from 'urql'
import { UpdateAccountDocument } from '#graphql'
import { useNotifyProblem } from '../../../api/use-problem-text.ts'
import { languageNames, languageToTell, type Language } from '../../../i18n/language.ts'
import { chooseLanguage } from '../../../i18n/start.ts'

export function useChangeLanguage(): (language: Language) => Promise<void> {
  const { i18n } = useTranslation()
  const notifyProblem = useNotifyProblem()
  const [, update] = useMutation(UpdateAccountDocument)
  return async (language) => {
    await chooseLanguage(language)
    const result = await update({ language })
    if (!notifyProblem(result)) return
    languageToTell.forget()
    notify.success(i18n.t('shell.languageChanged', { language: languageNames[language] }))
  }
}
