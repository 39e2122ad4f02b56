// Which mails of the outbox are shown, and what became of each.

export interface ListedMail {
  to: string
  subject: string
  text: string
  sent: string | null
  error: string | null
}

export type MailState = 'sent' | 'kept' | 'failed'

export function mailState({ sent, error }: Pick<ListedMail, 'sent' | 'error'>): MailState {
  if (sent !== null) return 'sent'
  return error === null ? 'kept' : 'failed'
}

/** Those with every word of the search somewhere: in the address, the subject or the text. */
export function matchingMails<Mail extends ListedMail>(mails: readonly Mail[], search: string): Mail[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return mails.filter(({ to, subject, text }) => {
    const content = `${to}\n${subject}\n${text}`.toLowerCase()
    return words.every((word) => content.includes(word))
  })
}
