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
  body: { backgroundColor: '#f4f5f7', fontFamily: 'system-ui, sans-serif', color: '#1a1c20' },
  card: { backgroundColor: '#ffffff', borderRadius: '8px', margin: '32px auto', padding: '32px', maxWidth: '480px' },
  button: {
    backgroundColor: '#1a6dff',
    borderRadius: '6px',
    color: '#ffffff',
    display: 'inline-block',
    padding: '12px 20px',
    textDecoration: 'none',
  },
  code: { fontFamily: 'ui-monospace, monospace', fontSize: '28px', letterSpacing: '4px', margin: '16px 0' },
  item: { margin: '4px 0' },
  link: { color: '#1a5fd6' },
  note: { color: '#5c6370', fontSize: '13px' },
} as const

/** Styles stand on the elements, where mail programs leave them; these go over them in a dark inbox that asks for it. */
const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: #14161a !important; color: #e8eaee !important; }
  .card, .card td { background-color: #1f2329 !important; }
  .words { color: #e8eaee !important; }
  .button { background-color: #2a6be8 !important; color: #ffffff !important; }
  .link { color: #8ab4ff !important; }
  .note { color: #a3abb8 !important; }
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
        createElement(Heading, { as: 'h2', className: 'words' }, words.heading),
        createElement(Text, { className: 'words' }, words.body),
        code === undefined ? null : createElement(Text, { style: styles.code, className: 'words' }, code),
        ...items.map(({ text, url }) =>
          createElement(
            Text,
            { style: styles.item },
            createElement(Link, { href: url, style: styles.link, className: 'link' }, text),
          ),
        ),
        createElement(Button, { href: words.url, style: styles.button, className: 'button' }, words.action),
        createElement(Text, { style: styles.note, className: 'note' }, words.url),
        createElement(Text, { style: styles.note, className: 'note' }, words.note),
      ),
    ),
  )
  const lines = items.map((item) => `- ${item.text}\n  ${item.url}`).join('\n')
  const parts = [words.heading, words.body, code, items.length > 0 ? lines : undefined, words.url, words.note]
  const text = parts.filter((part) => part !== undefined).join('\n\n')
  return { to: words.to, subject: words.subject, text, html: await render(document) }
}
