// The pages that a relay shows in a link's place: one look, nothing from elsewhere, and every text escaped.

import { createHash } from 'node:crypto'
import { texts, type Language, type PageKind, type PasswordNotice } from './page-texts.ts'

/** Where the password is sent to. No service has a path like this. */
export const enterPath = '/.farport/enter'

export interface PageFacts {
  readonly kind: PageKind
  readonly language: Language
  readonly status: number
  /** What the link is called, as the person typed it. */
  readonly host: string
  /** Of the password page: where to go on, and what went wrong. */
  readonly to?: string | undefined
  readonly notice?: PasswordNotice | undefined
}

export function renderPage({ kind, language, status, host, to, notice }: PageFacts): string {
  const words = texts[language]
  const { title, text } = words.pages[kind]
  const isForm = kind === 'password'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escape(title)} · Farport</title>
<style>${style}</style>
</head>
<body>
<main>
${mark}
<p class="host">${escape(host)}</p>
<h1>${escape(title)}</h1>
<p>${escape(text)}</p>
${isForm ? form(language, to ?? '/', notice) : `<p class="code">${escape(words.code(status))}</p>`}
</main>
<footer>Farport</footer>
</body>
</html>
`
}

function form(language: Language, to: string, notice: PasswordNotice | undefined): string {
  const words = texts[language]
  const error =
    notice === undefined ? '' : `<p class="error" id="error" role="alert">${escape(words.notices[notice])}</p>\n`
  const described = notice === undefined ? '' : ' aria-invalid="true" aria-describedby="error"'
  return `<form method="post" action="${enterPath}">
<input type="hidden" name="to" value="${escape(to)}">
<label for="password">${escape(words.label)}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="49" required autofocus${described}>
${error}<button type="submit">${escape(words.submit)}</button>
</form>`
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const mark = `<svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0077bb"/><path d="M10 24V8.5h13M10 16.5h9.5" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="23" cy="23" r="3" fill="#a5e03a"/></svg>`

const style = `
:root{--ground:#f4f7fa;--card:#fff;--ink:#16232e;--soft:#55646f;--line:#7d8b96;--accent:#0077bb;--on-accent:#fff;--error:#b3261e}
@media (prefers-color-scheme:dark){:root{--ground:#10171d;--card:#1a242c;--ink:#eaf0f4;--soft:#a6b4bf;--line:#72828f;--accent:#62bff8;--on-accent:#0b1a24;--error:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:16px;padding:24px 16px;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans JP","Noto Sans CJK JP",sans-serif}
main{width:100%;max-width:432px;padding:32px;border-radius:16px;background:var(--card);box-shadow:0 1px 3px #0002,0 8px 32px #0001}
svg{display:block}
h1{margin:4px 0 8px;font-size:22px;line-height:1.35;font-weight:650;text-wrap:balance;word-break:auto-phrase}
p{margin:0;color:var(--soft);overflow-wrap:anywhere}
.host{margin-top:20px;font-size:13px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.code{margin-top:20px;font-size:13px}
form{margin-top:24px;display:flex;flex-direction:column}
label{margin-bottom:6px;font-size:14px;font-weight:600}
input{width:100%;height:44px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
input[aria-invalid]{border-color:var(--error)}
.error{margin-top:6px;font-size:14px;color:var(--error)}
button{height:44px;margin-top:20px;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
:is(input,button):focus-visible{outline:3px solid var(--accent);outline-offset:2px}
footer{font-size:13px;color:var(--soft)}
@media (max-width:480px){main{padding:24px 20px}}
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** What every page of ours is sent with. */
export const pageHeaders: readonly (readonly [string, string])[] = [
  ['content-type', 'text/html; charset=utf-8'],
  ['cache-control', 'no-store'],
  [
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  ],
  ['x-content-type-options', 'nosniff'],
  // The form has to say from where it comes.
  ['referrer-policy', 'same-origin'],
]
