// For tests: what was mailed to somebody, read as they would.

import type { TestDatabase } from '#platform/test-database'

export interface MailRead {
  subject: string
  text: string
  html: string
}

/** The newest first. */
export async function mailsTo({ queries }: TestDatabase, email: string): Promise<MailRead[]> {
  return queries
    .selectFrom('mails')
    .select(['subject', 'text', 'html'])
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute()
}

export async function newestMail(database: TestDatabase, email: string): Promise<MailRead> {
  const [mail] = await mailsTo(database, email)
  if (mail === undefined) throw new Error(`no mail came to ${email}`)
  return mail
}

/** The code that stands alone on a line. */
export async function mailedCode(database: TestDatabase, email: string): Promise<string> {
  const { text } = await newestMail(database, email)
  const code = /^[a-z2-9]{8}$/m.exec(text)?.[0]
  if (code === undefined) throw new Error(`no code in the mail: ${text}`)
  return code
}

/** The value of a parameter of the link. */
export async function mailedParameter(database: TestDatabase, email: string, name: string): Promise<string> {
  const { text } = await newestMail(database, email)
  const value = new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get(name)
  if (value === null) throw new Error(`no ${name} in the mail: ${text}`)
  return value
}
