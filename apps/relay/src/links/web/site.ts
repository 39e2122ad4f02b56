// What to do with a request for a link: where it goes, or which page is the answer.

import type { Found, LinkDirectory } from '../link-directory.ts'
import type { Link } from '../link.ts'
import type { Header } from '../http/head.ts'
import { enterPath, pageHeaders, renderPage, type PageFacts } from '../pages/page.ts'
import { languageOf, statusOf, type PageKind, type PasswordNotice } from '../pages/page-texts.ts'
import type { PasswordDesk } from '../password/link-password.ts'
import { isSameOrigin } from '../password/same-origin.ts'
import { hasVisitCookie, visitCookie } from '../password/visit-cookie.ts'

export interface WebRequest {
  readonly method: string
  /** As it goes on: path and query. */
  readonly path: string
  /** What was asked for: name, and port when there is one. */
  readonly host: string
  /** `hostNameOf` it. */
  readonly name: string
  readonly scheme: 'http' | 'https'
  readonly address: string
  readonly headers: readonly Header[]
}

export interface PageAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | Buffer
}

export type Decision =
  | { readonly page: PageAnswer }
  | { readonly link: Link }
  /** A password is being sent: its form is read, and given to `enter`. */
  | { readonly form: Link }

export interface WebSiteOptions {
  /** In lower case. */
  domain: string
  directory: LinkDirectory
  desk: PasswordDesk
  cookieKey: Buffer
  /** By the server's clock. */
  now: () => number
  /** The certificate of our own authority, for whoever wants to trust it. Undefined when there is none. */
  authorityPem: () => string | undefined
  /** What an authority on the internet is to read at this path just now. */
  challengeAt: (path: string) => string | undefined
}

/** What a form may weigh: a password, and where to go on. */
export const formBytesMax = 65_536

export class WebSite {
  readonly #options: WebSiteOptions
  readonly #ending: string
  readonly #authorityHost: string

  constructor(options: WebSiteOptions) {
    this.#options = options
    this.#ending = `.${options.domain}`
    this.#authorityHost = `${authorityName}.${options.domain}`
  }

  decide(request: WebRequest): Decision | Promise<Decision> {
    const { name } = request
    const { directory, challengeAt } = this.#options
    const challenge = challengeAt(request.path)
    if (challenge !== undefined)
      return { page: { status: 200, headers: [['content-type', 'text/plain']], body: challenge } }
    if (name === this.#authorityHost) return { page: this.#authority(request) }
    const code = name.endsWith(this.#ending) ? name.slice(0, -this.#ending.length) : ''
    const served = directory.get(code)
    if (served !== undefined) return this.#decideLink(request, served)
    if (!codePattern.test(code)) return { page: this.page('unknown', request) }
    const found = directory.find(code)
    return found instanceof Promise
      ? found.then((answer) => this.#decideFound(request, answer))
      : this.#decideFound(request, found)
  }

  /** A password was sent. */
  async enter(request: WebRequest, link: Link, form: Buffer): Promise<PageAnswer> {
    const { claims } = link
    const fields = new URLSearchParams(form.toString())
    const to = localPath(fields.get('to'))
    if (claims.passwordHash === undefined) return redirect(to)
    if (!isSameOrigin(request.headers, `${request.scheme}://${request.host}`)) return this.page('foreign-form', request)
    const attempt = { code: claims.code, address: request.address, hash: claims.passwordHash }
    const verdict = await this.#options.desk.judge({ ...attempt, password: fields.get('password')?.trim() ?? '' })
    if (verdict !== 'right') return this.#passwordPage(request, to, verdict)
    const at = { scheme: request.scheme, nowMs: Math.max(this.#options.now(), claims.visitsFrom) }
    const cookie = visitCookie(claims, this.#options.cookieKey, at)
    const { headers, ...answer } = redirect(to)
    return { ...answer, headers: [...headers, ['set-cookie', cookie]] }
  }

  page(kind: PageKind, request: Pick<WebRequest, 'headers' | 'host'>, more: Partial<PageFacts> = {}): PageAnswer {
    const { headers, host } = request
    const language = languageOf(headers.find(({ key }) => key === 'accept-language')?.value)
    const status = more.status ?? statusOf[kind]
    const body = renderPage({ kind, language, status, host: hostNameOf(host), ...more })
    return { status, headers: [...pageHeaders, ['vary', 'accept-language']], body }
  }

  #decideFound(request: WebRequest, found: Found): Decision {
    return 'link' in found ? this.#decideLink(request, found.link) : { page: this.page(found.absence, request) }
  }

  #decideLink(request: WebRequest, link: Link): Decision {
    const { claims } = link
    if (claims.kind.type !== 'web') return { page: this.page('unknown', request) }
    if (!link.admits(request.address)) return { page: this.page('not-allowed', request) }
    if (claims.passwordHash === undefined) return { link }
    if (request.path.split('?', 1)[0] === enterPath) {
      return request.method === 'POST' ? { form: link } : { page: this.#passwordPage(request, '/') }
    }
    const cookies = request.headers.filter(({ key }) => key === 'cookie').map(({ value }) => value)
    const { scheme } = request
    const at = { scheme, nowMs: Math.max(this.#options.now(), claims.visitsFrom) }
    if (hasVisitCookie(cookies, claims, this.#options.cookieKey, at)) return { link }
    return { page: this.#passwordPage(request, request.method === 'GET' ? request.path : '/') }
  }

  #passwordPage(request: WebRequest, to: string, notice?: PasswordNotice): PageAnswer {
    return this.page('password', request, { to, notice, ...(notice === 'too-often' && { status: 429 }) })
  }

  #authority(request: WebRequest): PageAnswer {
    const pem = this.#options.authorityPem()
    if (pem === undefined) return this.page('unknown', request)
    const headers = [
      ['content-type', 'application/x-x509-ca-cert'],
      ['content-disposition', 'attachment; filename="farport-links-ca.crt"'],
      ['x-content-type-options', 'nosniff'],
    ] as const
    return { status: 200, headers, body: pem }
  }
}

/** Under this name the certificate of the relay's own authority is found. No code has this form. */
export const authorityName = 'ca'

const codePattern = /^[0-9a-hjkmnp-tv-z]{16}$/

/** In lower case, without the port. */
export const hostNameOf = (host: string): string => host.replace(/\.?(?::\d*)?$/, '').toLowerCase()

/** On this host and nowhere else, whatever a form says. */
export function localPath(to: string | null): string {
  return to !== null && /^\/(?![/\\])[\x21-\x7e]{0,16000}$/.test(to) && !to.startsWith(enterPath) ? to : '/'
}

const redirect = (to: string): PageAnswer => ({
  status: 303,
  headers: [
    ['location', to],
    ['cache-control', 'no-store'],
  ],
  body: '',
})
