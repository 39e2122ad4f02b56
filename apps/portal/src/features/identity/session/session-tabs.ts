// The windows of one browser share one session: what one of them does with it, the others hear.

/** What one window tells the others. */
export type TabNews = { kind: 'signed-in'; viewerId: string } | { kind: 'signed-out'; hasExpired: boolean }

export interface SessionTabs {
  tell(news: TabNews): void
  listen(listener: (news: TabNews) => void): void
}

export function openSessionTabs(channel: BroadcastChannel): SessionTabs {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has the windows of one origin only
    tell: (news) => channel.postMessage(news),
    listen(listener) {
      channel.addEventListener('message', ({ data }) => {
        const news = parseTabNews(data)
        if (news !== undefined) listener(news)
      })
    },
  }
}

/** A window may run an older or newer portal. */
export function parseTabNews(data: unknown): TabNews | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined
  if (data.kind === 'signed-in' && 'viewerId' in data && typeof data.viewerId === 'string')
    return { kind: 'signed-in', viewerId: data.viewerId }
  if (data.kind === 'signed-out' && 'hasExpired' in data)
    return { kind: 'signed-out', hasExpired: data.hasExpired === true }
  return undefined
}
