import { expect, it } from 'vitest'
import { renderMail, type MailWords } from './mail-form.ts'

const words: MailWords = {
  to: 'ann@example.org',
  language: 'en',
  subject: 'A subject',
  heading: 'A heading',
  body: 'What happened to <b>"lab"</b> & co.',
  action: 'Look at it',
  url: 'https://farport.example/there',
  note: 'Why this mail came.',
}

it('says the same as text and as HTML, in which nobody’s words become markup', async () => {
  const { text, html } = await renderMail({ ...words, items: [{ text: 'One', url: 'https://farport.example/1' }] })
  expect(text.split('\n\n')).toEqual([
    words.heading,
    words.body,
    '- One\n  https://farport.example/1',
    words.url,
    words.note,
  ])
  expect(html).not.toContain('<b>')
  expect(html).toContain('What happened to &lt;b&gt;')
  for (const url of [words.url, 'https://farport.example/1']) expect(html).toContain(`href="${url}"`)
})

it('a code stands on a line of its own', async () => {
  const { text, html, subject } = await renderMail({ ...words, code: 'abcd2345' })
  expect(text.split('\n')).toContain('abcd2345')
  expect(html).toContain('>abcd2345<')
  expect(subject).not.toContain('abcd2345')
})

it('is dark in a dark inbox: each part whose colours it sets has others there', async () => {
  const { html } = await renderMail({ ...words, code: 'abcd2345', items: [{ text: 'One', url: words.url }] })
  expect(html).toContain('name="color-scheme" content="light dark"')
  const [, dark = ''] = /prefers-color-scheme: dark\)([\s\S]*?)<\/style>/.exec(html) ?? []
  for (const name of ['page', 'card', 'words', 'button', 'link', 'note']) {
    expect([name, dark.includes(`.${name}`)]).toEqual([name, true])
    expect([name, html.includes(`class="${name}"`)]).toEqual([name, true])
  }
})

it('is as wide as a phone: a long address breaks', async () => {
  const { html } = await renderMail({ ...words, url: `https://farport.example/?token=${'x'.repeat(200)}` })
  expect(html).toContain('name="viewport"')
  expect(html).toMatch(/<p[^>]+word-break:break-all[^>]*>https:\/\/farport\.example\/\?token=x+<\/p>/)
})
