// The mail that tells what became of somebody's devices. Pure.

import type { DeviceId } from '@farport/vocabulary'
import type { MailWords } from '#platform/mail-form'
import type { Digest, DigestItem } from './mail-digest.ts'

export interface DigestMail {
  readonly to: string
  readonly language: 'en' | 'ja'
  readonly digest: Digest
  readonly publicUrl: string
  /** An IANA name. */
  readonly timezone: string
}

interface Words {
  readonly one: (item: DigestItem) => string
  readonly heading: (counts: Counts) => string
  readonly body: (counts: Counts) => string
  readonly line: (item: DigestItem, since: string) => string
  readonly openOne: string
  readonly openAll: string
  readonly note: (settingsUrl: string) => string
}

interface Counts {
  readonly offline: number
  readonly online: number
  readonly others: number
}

const words: Record<DigestMail['language'], Words> = {
  en: {
    one: ({ name, isOnline }) => `"${name}" is ${isOnline ? 'online' : 'offline'}`,
    heading: ({ offline, online }) =>
      [countOf(offline, 'device is offline', 'devices are offline'), countOf(online, 'is online', 'are online')]
        .filter((part) => part !== '')
        .join(', '),
    body: ({ others }) =>
      others === 0
        ? 'This is what became of your devices.'
        : `This is what became of some of your devices. ${others} more changes are in the log.`,
    line: ({ name, isOnline, changes }, since) =>
      `${name}: ${isOnline ? 'online' : 'offline'} since ${since}${changes > 1 ? ` (changed ${changes} times)` : ''}`,
    openOne: 'Open the device',
    openAll: 'Open the devices',
    note: (settingsUrl) =>
      `You get this mail because you asked for notifications by e-mail. What you are told of, for all devices and for each, you choose in the settings: ${settingsUrl}`,
  },
  ja: {
    one: ({ name, isOnline }) => `「${name}」が${isOnline ? 'オンライン' : 'オフライン'}になりました`,
    heading: ({ offline, online }) =>
      [offline > 0 ? `オフライン ${offline} 台` : '', online > 0 ? `オンライン ${online} 台` : '']
        .filter((part) => part !== '')
        .join('、'),
    body: ({ others }) =>
      others === 0
        ? 'デバイスの状態が変わりました。'
        : `デバイスの状態が変わりました。ほかに ${others} 件の変化がログにあります。`,
    line: ({ name, isOnline, changes }, since) =>
      `${name}: ${since} から${isOnline ? 'オンライン' : 'オフライン'}${changes > 1 ? `（${changes} 回変化）` : ''}`,
    openOne: 'デバイスを開く',
    openAll: 'デバイス一覧を開く',
    note: (settingsUrl) =>
      `メール通知が有効になっているため、このメールをお送りしています。通知の内容は、全体でもデバイスごとでも、設定で変更できます: ${settingsUrl}`,
  },
}

function countOf(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`
}

/** Undefined when there is nothing to tell. */
export function digestMail({ to, language, digest, publicUrl, timezone }: DigestMail): MailWords | undefined {
  const items = (Object.entries(digest.items) as [DeviceId, DigestItem][]).toSorted(byMoment) // keys as they were put in
  const [first, ...more] = items
  if (first === undefined) return undefined
  const { one, heading, body, line, openOne, openAll, note } = words[language]
  const offline = items.filter(([, item]) => !item.isOnline).length
  const counts = { offline, online: items.length - offline, others: digest.others }
  const isOfOne = more.length === 0 && digest.others === 0
  const title = isOfOne ? one(first[1]) : heading(counts)
  const urlOf = (id: DeviceId) => `${publicUrl}/devices/${id}`
  return {
    to,
    language,
    subject: title,
    heading: title,
    body: body(counts),
    items: items.map(([id, item]) => ({
      text: line(item, momentText(item.since, language, timezone)),
      url: urlOf(id),
    })),
    action: isOfOne ? openOne : openAll,
    url: isOfOne ? urlOf(first[0]) : `${publicUrl}/devices`,
    note: note(`${publicUrl}/settings/notifications`),
  }
}

const byMoment = ([, one]: [DeviceId, DigestItem], [, other]: [DeviceId, DigestItem]): number =>
  one.since < other.since ? -1 : 1

function momentText(moment: string, language: string, timeZone: string): string {
  const parts = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'ja-JP', {
    ...parts,
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(moment))
}
