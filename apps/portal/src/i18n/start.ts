// Starts the translations. Only the chosen language is loaded.

import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { chosenLanguage, storeLanguage, type Language } from './language.ts'

const loaders: Readonly<Record<Language, () => Promise<object>>> = {
  en: async () => (await import('./en.ts')).en,
  ja: async () => (await import('./ja.ts')).ja,
}

export async function startTranslations(): Promise<i18n> {
  const language = chosenLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: await loaders[language]() } },
    interpolation: { escapeValue: false },
    partialBundledLanguages: true,
  })
  return i18next
}

export async function changeLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', await loaders[language]())
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  storeLanguage(language)
}
