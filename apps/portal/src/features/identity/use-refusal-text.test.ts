import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusalCodes, type AuthProblemCode } from '../../api/auth-problem.ts'
import { identityEn } from './messages.en.ts'
import { identityJa } from './messages.ja.ts'
import { authProblemText } from './use-refusal-text.ts'

const codes = [...Object.keys(refusalCodes), 'UNREACHABLE', 'FAILED'] as AuthProblemCode[] // the keys of a record of them

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: {
      en: { translation: { identity: identityEn } },
      ja: { translation: { identity: identityJa } },
    },
    interpolation: { escapeValue: false },
  })
})

const told = (language: string, problem: Parameters<typeof authProblemText>[0]) =>
  authProblemText(problem, i18next.getFixedT(language), language)

describe.each(['en', 'ja'])('in %s', (language) => {
  it.each(codes)('%s has a sentence without gaps', (code) => {
    const sentence = told(language, { code })
    expect(sentence).not.toContain('refusal.')
    expect(sentence).not.toMatch(/\{\{|undefined/)
  })
})

it('there are no sentences for codes that nobody sends', () => {
  expect(Object.keys(identityEn.refusal).toSorted()).toEqual(codes.toSorted())
  expect(Object.keys(identityJa.refusal).toSorted()).toEqual(codes.toSorted())
})

it.each([
  [30, 'Too many attempts. Try again in 30 seconds.'],
  [61, 'Too many attempts. Try again in 2 minutes.'],
  [3601, 'Too many attempts. Try again in 2 hours.'],
])('a wait of %i s is told in one unit', (retryAfterSeconds, sentence) => {
  expect(told('en', { code: 'THROTTLED', retryAfterSeconds })).toBe(sentence)
})

it('a provider is named', () => {
  expect(told('en', { code: 'PROVIDER_UNREACHABLE', provider: 'Google' })).toMatch(/^Google does not answer/)
})
