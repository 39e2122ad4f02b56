// The one form of our mails: a heading, a sentence, a button, a note; as HTML and as plain text.

import { createElement } from 'react'
import type { Mail } from './mailer.ts'

export interface MailWords {
  to: string
  /** As in the HTML attribute `lang`. */
  language: string
  subject: string
  heading: string
  body: string
  /** To be typed somewhere: large, by itself, and not in the subject, which phones show to whoever looks at them. */
  code?: string
  /** Below the body, each with where it leads. */
  items?: readonly { readonly text: string; readonly url: string }[]
  action: string
  url: string
  note: string
}

const styles = {
  body: {
    backgroundColor: '#f6f7f9',
    color: '#14171b',
    // What mail programs have; the names of Japanese fonts last, because the others lack its letters.
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Hiragino Sans', 'Yu Gothic UI', Meiryo, sans-serif",
    margin: '0',
    padding: '24px 12px',
  },
  card: { backgroundColor: '#ffffff', borderRadius: '14px', margin: '0 auto', maxWidth: '520px', padding: '28px' },
  brand: { color: '#00649e', fontSize: '15px', fontWeight: '700', margin: '0 0 20px' },
  heading: { fontSize: '20px', fontWeight: '600', lineHeight: '28px', margin: '0 0 8px' },
  words: { fontSize: '15px', lineHeight: '23px', margin: '0 0 16px', overflowWrap: 'anywhere' },
  // The border is the button's padding where a mail program drops the padding of links.
  button: {
    backgroundColor: '#0077bb',
    border: '1px solid #0077bb',
    borderRadius: '7px',
    color: '#ffffff',
    display: 'inline-block',
    fontSize: '15px',
    fontWeight: '600',
    lineHeight: '22px',
    margin: '8px 0 20px',
    padding: '10px 20px',
    textDecoration: 'none',
  },
  code: {
    fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
    fontSize: '28px',
    letterSpacing: '4px',
    lineHeight: '36px',
    margin: '16px 0',
  },
  item: { fontSize: '15px', lineHeight: '23px', margin: '0 0 6px', overflowWrap: 'anywhere' },
  link: { color: '#00649e' },
  // Long addresses break anywhere: a phone would show the whole mail small otherwise.
  address: { color: '#5f6977', fontSize: '12px', lineHeight: '18px', margin: '0 0 12px', wordBreak: 'break-all' },
  note: { color: '#5f6977', fontSize: '13px', lineHeight: '20px', margin: '0', overflowWrap: 'anywhere' },
} as const

/** Styles stand on the elements, where mail programs leave them; these go over them in a dark inbox that asks for it. */
const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: #0c0e11 !important; color: #e8ebf0 !important; }
  .card, .card td { background-color: #1a1e23 !important; }
  .words { color: #e8ebf0 !important; }
  .button { background-color: #0077bb !important; border-color: #0077bb !important; color: #ffffff !important; }
  .link { color: #62bff8 !important; }
  .note { color: #9ca5b2 !important; }
}`

export async function renderMail(words: MailWords): Promise<Mail> {
  // Loaded with the first mail: they take longer to load than the rest of the server together.
  const [{ Body, Button, Container, Head, Heading, Html, Link, Preview, Text }, { render }] = await Promise.all([
    import('@react-email/components'),
    import('@react-email/render'),
  ])
  const { items = [], code } = words
  const document = createElement(
    Html,
    { lang: words.language },
    createElement(
      Head,
      null,
      createElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('style', null, darkStyles),
    ),
    createElement(Preview, null, words.body),
    createElement(
      Body,
      { style: styles.body, className: 'page' },
      createElement(
        Container,
        { style: styles.card, className: 'card' },
        createElement(Text, { style: styles.brand, className: 'link' }, 'Farport'),
        createElement(Heading, { as: 'h1', style: styles.heading, className: 'words' }, words.heading),
        createElement(Text, { style: styles.words, className: 'words' }, words.body),
        code === undefined ? null : createElement(Text, { style: styles.code, className: 'words' }, code),
        ...items.map(({ text, url }) =>
          createElement(
            Text,
            { style: styles.item },
            createElement(Link, { href: url, style: styles.link, className: 'link' }, text),
          ),
        ),
        createElement(Button, { href: words.url, style: styles.button, className: 'button' }, words.action),
        createElement(Text, { style: styles.address, className: 'note' }, words.url),
        createElement(Text, { style: styles.note, className: 'note' }, words.note),
      ),
    ),
  )
  const lines = items.map((item) => `- ${item.text}\n  ${item.url}`).join('\n')
  const parts = [words.heading, words.body, code, items.length > 0 ? lines : undefined, words.url, words.note]
  const text = parts.filter((part) => part !== undefined).join('\n\n')
  return { to: words.to, subject: words.subject, text, html: await render(document) }
}
