// What the pages of links say, in every language that they speak.

export type Language = 'en' | 'ja'

export type PageKind =
  | 'unknown'
  | 'disabled'
  | 'offline'
  | 'elsewhere'
  | 'away'
  | 'unreachable'
  | 'bad-answer'
  | 'busy'
  | 'not-allowed'
  | 'bad-request'
  | 'too-large'
  | 'foreign-form'
  | 'password'

export type PasswordNotice = 'wrong' | 'too-often' | 'busy'

interface Words {
  readonly title: string
  readonly text: string
}

export interface Texts {
  readonly pages: Readonly<Record<PageKind, Words>>
  readonly notices: Readonly<Record<PasswordNotice, string>>
  readonly label: string
  readonly submit: string
  readonly code: (status: number) => string
}

export const statusOf: Readonly<Record<PageKind, number>> = {
  unknown: 404,
  disabled: 403,
  offline: 503,
  elsewhere: 503,
  away: 503,
  unreachable: 523,
  'bad-answer': 502,
  busy: 503,
  'not-allowed': 403,
  'bad-request': 400,
  'too-large': 431,
  'foreign-form': 403,
  password: 401,
}

const english: Texts = {
  pages: {
    unknown: {
      title: 'There is no such link',
      text: 'Check the address, or ask whoever gave it to you for a new one.',
    },
    disabled: { title: 'This link is switched off', text: 'Whoever gave it to you can switch it on again.' },
    offline: { title: 'The device is offline', text: 'The link works again as soon as the device is back.' },
    elsewhere: {
      title: 'The device is connected elsewhere',
      text: 'Its link is served by another relay of this installation than the one you have reached.',
    },
    away: {
      title: 'This link cannot be looked up',
      text: 'The server is not answering just now. Please try again soon.',
    },
    unreachable: {
      title: 'The service does not answer',
      text: 'Farport connected, but there is no service running on the remote machine.',
    },
    'bad-answer': {
      title: 'The service did not answer properly',
      text: 'The connection to it broke, or what it sent is no web page.',
    },
    busy: { title: 'Too many at once', text: 'This link is being used as much as it can be. Please try again soon.' },
    'not-allowed': {
      title: 'Not from this address',
      text: 'This link may not be used from the address that you come from.',
    },
    'bad-request': { title: 'This request cannot be read', text: 'It does not keep to the rules of HTTP.' },
    'too-large': { title: 'This request is too large', text: 'Its head is longer than this relay reads.' },
    'foreign-form': {
      title: 'This form was sent from elsewhere',
      text: 'Open the link itself, and type the password there.',
    },
    password: { title: 'This link has a password', text: 'Whoever gave you the link knows it.' },
  },
  notices: {
    wrong: 'That is not the password.',
    'too-often': 'That was wrong too often. Please wait ten minutes.',
    busy: 'Too many are trying at once. Please try again.',
  },
  label: 'Password',
  submit: 'Continue',
  code: (status) => `Error ${status}`,
}

const japanese: Texts = {
  pages: {
    unknown: {
      title: 'このリンクは存在しません',
      text: 'アドレスをご確認いただくか、リンクの発行者に新しいリンクをお尋ねください。',
    },
    disabled: { title: 'このリンクは無効になっています', text: 'リンクの発行者が再び有効にできます。' },
    offline: { title: 'デバイスはオフラインです', text: 'デバイスが復帰すると、リンクは再び使えるようになります。' },
    elsewhere: {
      title: 'デバイスは別の場所に接続されています',
      text: 'このリンクは、現在アクセスしているものとは別のリレーで提供されています。',
    },
    away: {
      title: 'リンクを確認できません',
      text: 'サーバーが応答していません。しばらくしてからもう一度お試しください。',
    },
    unreachable: {
      title: 'サービスが応答しません',
      text: 'Farportは接続しましたが、リモートマシンでサービスが実行されていません。',
    },
    'bad-answer': {
      title: 'サービスから正しい応答がありません',
      text: '接続が切れたか、受信した内容がウェブページではありません。',
    },
    busy: {
      title: '混み合っています',
      text: 'このリンクは利用の上限に達しています。しばらくしてからもう一度お試しください。',
    },
    'not-allowed': {
      title: 'このアドレスからは利用できません',
      text: 'お使いのアドレスからのアクセスは許可されていません。',
    },
    'bad-request': { title: 'リクエストを読み取れません', text: 'HTTPの規則に従っていません。' },
    'too-large': { title: 'リクエストが大きすぎます', text: 'ヘッダーがこのリレーの上限を超えています。' },
    'foreign-form': {
      title: '別のサイトから送信されたフォームです',
      text: 'リンクを直接開き、そこでパスワードを入力してください。',
    },
    password: {
      title: 'パスワードが必要です',
      text: 'パスワードはリンクの発行者にお尋ねください。',
    },
  },
  notices: {
    wrong: 'パスワードが違います。',
    'too-often': '間違いが多すぎます。10分ほどお待ちください。',
    busy: '現在混み合っています。もう一度お試しください。',
  },
  label: 'パスワード',
  submit: '続ける',
  code: (status) => `エラー ${status}`,
}

export const texts: Readonly<Record<Language, Texts>> = { en: english, ja: japanese }

/** The one that the person likes best, of ours; English when they like none of them. */
export function languageOf(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 }
  for (const range of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [, tag = '', weightText = '1'] =
      /^\s*([A-Za-z*]{1,8})(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([\d.]{1,5}))?\s*$/.exec(range) ?? []
    const language = tag.toLowerCase()
    const weight = Number(weightText)
    if ((language === 'en' || language === 'ja') && weight > best.weight) best = { language, weight }
  }
  return best.language
}
