import { describe, expect, it } from 'vitest'
import { renderPage } from './page.ts'
import { languageOf, statusOf, texts, type PageKind } from './page-texts.ts'

describe('the language of a person', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['ja', 'ja'],
    ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
    ['en-GB,en;q=0.9,ja;q=0.8', 'en'],
    ['de-DE,ja;q=0.4,en;q=0.3', 'ja'],
    ['de', 'en'],
    ['*', 'en'],
    ['ja;q=0', 'en'],
    ['JA', 'ja'],
    ['ja;q=x', 'en'],
    [','.repeat(100_000), 'en'],
  ] as const)('%j is %s', (header, language) => {
    expect(languageOf(header)).toBe(language)
  })
})

describe('a page', () => {
  const kinds = Object.keys(statusOf) as PageKind[] // the keys of the table
  it.each(kinds)('says in both languages what %s means', (kind) => {
    for (const language of ['en', 'ja'] as const) {
      const { title, text } = texts[language].pages[kind]
      const page = renderPage({ kind, language, status: statusOf[kind], host: 'x.localhost' })
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toContain(`<h1>${title}</h1>`)
      expect(page).toContain(text)
      expect(page).not.toMatch(/<script|https?:\/\//)
    }
  })

  it('lets nothing out of its place that somebody else says', () => {
    const evil = '"><script>alert(1)</script>\'&'
    const page = renderPage({ kind: 'password', language: 'en', status: 401, host: evil, to: evil, notice: 'wrong' })
    expect(page).not.toContain('<script>')
    expect(page).toContain('&#34;&#62;&#60;script&#62;')
  })
})
