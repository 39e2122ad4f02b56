// Starts the translations. Only the chosen language is loaded, and of it at first what the first pages need.

import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { chosenLanguage, languageToTell, parseLanguage, storeLanguage, type Language } from './language.ts'

interface TextLoader {
  first: () => Promise<object>
  later: () => Promise<object>
}

const loaders: Readonly<Record<Language, TextLoader>> = {
  en: {
    first: async () => (await import('./first.en.ts')).enFirst,
    later: async () => (await import('./later.en.ts')).enLater,
  },
  ja: {
    first: async () => (await import('./first.ja.ts')).jaFirst,
    later: async () => (await import('./later.ja.ts')).jaLater,
  },
}

/** Somebody has asked for the later texts: from then on they come with every language. */
let areLaterWanted = false

export async function startTranslations(): Promise<i18n> {
  const language = chosenLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: await loaders[language].first() } },
    interpolation: { escapeValue: false },
    partialBundledLanguages: true,
  })
  return i18next
}

/** Before the first page that has its texts among the later ones. */
export async function loadLaterTexts(): Promise<void> {
  areLaterWanted = true
  const language = parseLanguage(i18next.language) ?? chosenLanguage()
  addTexts(language, await loaders[language].later())
}

/** The person here wants it. */
export async function chooseLanguage(language: Language): Promise<void> {
  languageToTell.keep()
  await showLanguage(language)
}

/** From now on, also when this browser comes again. */
export async function showLanguage(language: Language): Promise<void> {
  const { first, later } = loaders[language]
  addTexts(language, await first())
  if (areLaterWanted) addTexts(language, await later())
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  storeLanguage(language)
}

function addTexts(language: Language, texts: object): void {
  i18next.addResourceBundle(language, 'translation', texts, true)
}
