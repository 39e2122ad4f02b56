// The mails that tell somebody that a device or a network is shared with them, or that a device is theirs.

import type { MailWords } from '#platform/mail-form'

export type MailLanguage = 'en' | 'ja'

type Words = Record<
  MailLanguage,
  {
    subject: (name: string) => string
    heading: string
    body: (by: string, name: string) => string
    action: string
    note: string
  }
>

const unexpected = {
  en: 'If you do not know the sender, please ignore this mail.',
  ja: 'お心当たりがない場合は、このメールを無視してください。',
} as const

const device: Words = {
  en: {
    subject: (name) => `"${name}" is shared with you`,
    heading: 'A device is shared with you',
    body: (by, name) => `${by} lets you use the device "${name}".`,
    action: 'Open the device',
    note: unexpected.en,
  },
  ja: {
    subject: (name) => `「${name}」が共有されました`,
    heading: 'デバイスが共有されました',
    body: (by, name) => `${by} さんがデバイス「${name}」をあなたと共有しました。`,
    action: 'デバイスを開く',
    note: unexpected.ja,
  },
}

const network: Words = {
  en: {
    subject: (name) => `The network "${name}" is shared with you`,
    heading: 'A network is shared with you',
    body: (by, name) => `${by} lets you use the services of the network "${name}".`,
    action: 'Open the network',
    note: unexpected.en,
  },
  ja: {
    subject: (name) => `ネットワーク「${name}」が共有されました`,
    heading: 'ネットワークが共有されました',
    body: (by, name) => `${by} さんがネットワーク「${name}」のサービスをあなたと共有しました。`,
    action: 'ネットワークを開く',
    note: unexpected.ja,
  },
}

const transfer: Words = {
  en: {
    subject: (name) => `"${name}" is yours now`,
    heading: 'A device was transferred to you',
    body: (by, name) => `${by} transferred the device "${name}" to your account.`,
    action: 'Open the device',
    note: unexpected.en,
  },
  ja: {
    subject: (name) => `「${name}」が譲渡されました`,
    heading: 'デバイスが譲渡されました',
    body: (by, name) => `${by} さんがデバイス「${name}」をあなたのアカウントに譲渡しました。`,
    action: 'デバイスを開く',
    note: unexpected.ja,
  },
}

const words = { device, network, transfer } as const

export interface ShareMail {
  readonly about: keyof typeof words
  readonly to: string
  readonly by: string
  /** What it is called. */
  readonly name: string
  readonly language: MailLanguage
  readonly url: string
}

export function shareMail({ about, to, by, name, language, url }: ShareMail): MailWords {
  const { subject, body, ...others } = words[about][language]
  return { to, language, url, ...others, subject: subject(name), body: body(by, name) }
}
