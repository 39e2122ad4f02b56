import { expect, it } from 'vitest'
import { languageAtEntrance, type LanguageFacts } from './language-at-entrance.ts'

const facts: LanguageFacts = { shown: 'en', isUntold: false, ofAccount: 'ja' }

it.each([
  ['a new browser takes the language of the account', {}, 'take'],
  ['what a visitor has chosen here is told to the account', { isUntold: true }, 'tell'],
  ['one language is nothing to speak about', { ofAccount: 'en' }, 'keep'],
  ['nor is it when it was chosen here', { ofAccount: 'en', isUntold: true }, 'keep'],
] as const)('%s', (_, change, expected) => {
  expect(languageAtEntrance({ ...facts, ...change })).toBe(expected)
})
