// For tests: a browser that has our page open. It keeps cookies as they say, and sends its origin.

export interface TestBrowser {
  readonly cookies: ReadonlyMap<string, string>
  post(path: string, body?: unknown): Promise<Response>
  get(path: string): Promise<Response>
  /** Forgets one, as when it is over. */
  drop(name: string): void
}

export function openTestBrowser(url: string, userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'): TestBrowser {
  const cookies = new Map<string, { value: string; path: string }>()

  async function send(path: string, options: RequestInit): Promise<Response> {
    const sent = [...cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const headers = { origin: url, 'user-agent': userAgent, cookie, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { redirect: 'manual', ...options, headers })
    for (const line of answer.headers.getSetCookie()) keep(line)
    return answer
  }

  function keep(line: string): void {
    const [pair = '', ...rules] = line.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    const path = rules.find((rule) => rule.startsWith('Path='))?.slice('Path='.length) ?? '/'
    if (rules.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, { value: pair.slice(name.length + 1), path })
  }

  return {
    get cookies() {
      return new Map([...cookies].map(([name, { value }]) => [name, value]))
    },
    post: (path, body = {}) => send(path, { method: 'POST', body: JSON.stringify(body) }),
    get: (path) => send(path, {}),
    drop: (name) => void cookies.delete(name),
  }
}
