// The language of the interface: chosen here or taken from the account, else that of the browser.

export const languages = ['en', 'ja'] as const
export type Language = (typeof languages)[number]

/** Each in its own words, so that a reader finds it whatever is chosen. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ja: '日本語' }

const storageKey = 'language'
/** There while nobody but this browser knows what was chosen in it. */
const untoldKey = 'language-untold'

export function chosenLanguage(): Language {
  return parseLanguage(localStorage.getItem(storageKey)) ?? preferredLanguage(navigator.languages)
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
}

/** Chosen by whoever sits here: their account takes it, as soon as it can be told. */
export const languageToTell = {
  isThere: () => localStorage.getItem(untoldKey) !== null,
  keep: () => localStorage.setItem(untoldKey, 'yes'),
  forget: () => localStorage.removeItem(untoldKey),
}

export function preferredLanguage(preferences: readonly string[]): Language {
  for (const preference of preferences) {
    const language = parseLanguage(preference.slice(0, 2).toLowerCase())
    if (language !== undefined) return language
  }
  return 'en'
}

export function parseLanguage(text: string | null): Language | undefined {
  return languages.find((language) => language === text)
}
