// For tests: a browser as far as signing in elsewhere needs one. It keeps cookies, by the rules of SameSite=Lax: what a
// page of another site makes it post carries none. It goes where it is sent, fills forms in, and says where it stands.

interface Cookie {
  value: string
  path: string
}

export interface Page {
  url: URL
  status: number
  html: string
}

export interface TestBrowser {
  /** Types the address, or follows a link of the page; then goes where it is sent, unless that begins with `until`. */
  open(url: string, options?: { until?: string; from?: string }): Promise<Page>
  /** Sends the first form of the page that has the words, with the fields. */
  submit(page: Page, words: string, fields?: Record<string, string>, options?: { until?: string }): Promise<Page>
  cookiesFor(url: string): string
  /** What answered last, when it was a redirect that was not followed. */
  setCookie(origin: string, line: string): void
  forgetCookies(): void
}

const redirectsMax = 20

export function createBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, Cookie>>()

  function setCookie(origin: string, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const separator = pair.indexOf('=')
    const jar = jars.get(origin) ?? new Map<string, Cookie>()
    jars.set(origin, jar)
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    const isGone = attributes.some((one) => /^max-age=0$/i.test(one))
    const name = pair.slice(0, separator)
    if (isGone) jar.delete(name)
    else jar.set(name, { value: pair.slice(separator + 1), path })
  }

  function cookiesFor(url: string): string {
    const { origin, pathname } = new URL(url)
    const fitting = [...(jars.get(origin) ?? [])].filter(([, { path }]) => pathname.startsWith(path))
    return fitting.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  async function go(
    first: { method: string; url: string; body?: string; from: string | undefined },
    until: string | undefined,
  ): Promise<Page> {
    let { method, url, body } = first
    for (let step = 0; step < redirectsMax; step += 1) {
      const isCrossSite = first.from !== undefined && new URL(first.from).origin !== new URL(url).origin
      const cookie = method === 'GET' || !isCrossSite ? cookiesFor(url) : ''
      const answer = await fetch(url, {
        method,
        redirect: 'manual',
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(method === 'POST' && first.from !== undefined ? { origin: new URL(first.from).origin } : {}),
          'sec-fetch-site': first.from === undefined ? 'none' : isCrossSite ? 'cross-site' : 'same-origin',
        },
        ...(body === undefined ? {} : { body }),
      })
      for (const line of answer.headers.getSetCookie()) setCookie(new URL(url).origin, line)
      const html = await answer.text()
      const location = answer.headers.get('location')
      if (location === null) return { url: new URL(url), status: answer.status, html }
      url = new URL(location, url).href
      // Browsers turn all of them but these into GET.
      if (![307, 308].includes(answer.status)) [method, body] = ['GET', undefined]
      if (until !== undefined && url.startsWith(until)) return { url: new URL(url), status: answer.status, html }
    }
    throw new Error(`sent around in circles, lately to ${url}`)
  }

  return {
    open: (url, { until, from } = {}) => go({ method: 'GET', url, from }, until),
    async submit(page, words, fields = {}, { until } = {}) {
      const form = formWith(page.html, words)
      const url = new URL(form.action, page.url).href
      const body = new URLSearchParams({ ...form.fields, ...fields }).toString()
      return go({ method: 'POST', url, body, from: page.url.href }, until)
    },
    cookiesFor,
    setCookie,
    forgetCookies: () => jars.clear(),
  }
}

function formWith(html: string, words: string): { action: string; fields: Record<string, string> } {
  const form = [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)]
    .map((match) => match[0])
    .find((one) => one.includes(words))
  if (form === undefined) throw new Error(`no form with ${words} in ${html.slice(0, 2000)}`)
  const fields: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, 'name')
    if (name !== undefined) fields[name] = attribute(input, 'value') ?? ''
  }
  return { action: attribute(form, 'action') ?? '', fields }
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value?.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
}
