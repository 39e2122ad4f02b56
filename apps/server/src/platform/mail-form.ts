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
  note: { color: '#5c6370', fontSize: '13px' },
} as const

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
    createElement(Head),
    createElement(Preview, null, words.body),
    createElement(
      Body,
      { style: styles.body },
      createElement(
        Container,
        { style: styles.card },
        createElement(Heading, { as: 'h2' }, words.heading),
        createElement(Text, null, words.body),
        code === undefined ? null : createElement(Text, { style: styles.code }, code),
        ...items.map(({ text, url }) =>
          createElement(Text, { style: styles.item }, createElement(Link, { href: url }, text)),
        ),
        createElement(Button, { href: words.url, style: styles.button }, words.action),
        createElement(Text, { style: styles.note }, words.url),
        createElement(Text, { style: styles.note }, words.note),
      ),
    ),
  )
  const lines = items.map((item) => `- ${item.text}\n  ${item.url}`).join('\n')
  const parts = [words.heading, words.body, code, items.length > 0 ? lines : undefined, words.url, words.note]
  const text = parts.filter((part) => part !== undefined).join('\n\n')
  return { to: words.to, subject: words.subject, text, html: await render(document) }
}
