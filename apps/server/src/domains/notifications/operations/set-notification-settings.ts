// Changes how a person is told, for all of their devices.

import { accept, refuse, Secret, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { AccountId } from '@farport/vocabulary'
import { accountsByIds, parseEmail, type Account } from '#domains/identity'
import type { Tx } from '#platform/database'
import { hashLinkToken, linkTokenMsMax, newLinkToken } from '#platform/link-tokens'
import { renderMail } from '#platform/mail-form'
import { webhookSecretBytes } from '#platform/webhook-signature'
import { parseWebhookUrl, webhookUrlMessages } from '#platform/webhook-url'
import { confirmEmailMail } from '../confirm-email-mail.ts'
import type { NotificationsContext } from '../context.ts'
import {
  changeMethods,
  changeWebhook,
  usualWebhook,
  type MethodsWish,
  type NotificationSettings,
  type WebhookWish,
} from '../notification-settings.ts'
import { saveMethods, saveUnverifiedEmail, settingsForUpdate, settingsOf } from '../settings-store.ts'
import { saveWebhook, webhookOf, type KeptWebhook } from '../webhook-store.ts'

/** Where a link in a mail leads. */
export const confirmEmailPath = '/notifications/v1/confirm-email'

export interface NotificationWish extends MethodsWish {
  readonly webhook: WebhookWish & { readonly renewSecret?: boolean | null | undefined }
  /** Undefined: as it is; null: the address of the account. */
  readonly email?: string | null | undefined
}

export async function setNotificationSettings(
  context: NotificationsContext,
  userId: AccountId,
  wish: NotificationWish,
): Promise<Result<true, Refusal>> {
  const { queries } = context.database
  const account = (await accountsByIds(queries, [userId])).get(userId)
  if (account === undefined) throw new Error(`somebody without an account has settings: ${userId}`)
  const email = await decideEmail(context, account, wish.email, await settingsOf(queries, userId))
  if (!email.ok) return email
  return context.database.transaction(async (tx) => {
    const known = await settingsForUpdate(tx, userId)
    const changed = await setWebhook(context, tx, userId, wish.webhook)
    if (!changed.ok) return changed
    await saveMethods(tx, userId, changeMethods(known, wish))
    await setEmail(context, tx, account, email.value)
    return accept(true)
  })
}

/** as-it-is: nothing changes. account: the address of the account. */
type EmailChange = 'as-it-is' | 'account' | { readonly email: string }

/** Whoever reads mail at another address is asked first: nobody gets mail because a stranger wants them to. */
async function decideEmail(
  { budgets }: NotificationsContext,
  account: Account,
  wish: string | null | undefined,
  known: NotificationSettings,
): Promise<Result<EmailChange, Refusal>> {
  if (wish === undefined) return accept('as-it-is')
  if (wish === null || wish.trim() === '') return accept('account')
  const parsed = parseEmail(wish)
  if (!parsed.ok) return refuse({ code: 'INVALID', message: parsed.refusal.message })
  const email = parsed.value
  if (email === account.email) return accept('account')
  if (email === known.email && known.isEmailVerified) return accept('as-it-is')
  const spent = await budgets.spend(['notification-email', account.id], ['notification-address', email])
  if (spent.ok) return accept({ email })
  const { retryAfterSeconds } = spent.refusal
  return refuse({
    code: 'THROTTLED',
    message: 'Too many addresses were tried. Please wait a while.',
    retryAfterSeconds,
  })
}

async function setEmail(context: NotificationsContext, tx: Tx, account: Account, change: EmailChange): Promise<void> {
  if (change === 'as-it-is') return
  if (change === 'account') return saveUnverifiedEmail(tx, account.id, undefined)
  const { clock, mailer, publicUrl } = context
  const token = newLinkToken()
  const expiresAt = new Date(clock.now() + linkTokenMsMax)
  const { email } = change
  await saveUnverifiedEmail(tx, account.id, { email, token: { hash: hashLinkToken(token.reveal()), expiresAt } })
  const url = `${publicUrl}${confirmEmailPath}?token=${token.reveal()}`
  const { language } = account
  await mailer.post(tx, await renderMail(confirmEmailMail({ to: email, by: account.email, language, url })))
}

async function setWebhook(
  context: NotificationsContext,
  tx: Tx,
  userId: AccountId,
  wish: NotificationWish['webhook'],
): Promise<Result<undefined, Refusal>> {
  const known = await webhookOf(tx, userId)
  const parseUrl = (text: string) => parseWebhookUrl(text, context.sender.mayReach)
  const webhook = changeWebhook(known ?? usualWebhook, wish, parseUrl)
  if (!webhook.ok) return refuse({ code: 'INVALID', message: webhookUrlMessages[webhook.refusal] })
  const { isOn, url } = webhook.value
  const isRenewed = wish.renewSecret === true
  const isSame = (known?.isOn ?? false) === isOn && known?.url === url && !isRenewed
  // A webhook that has never been on has no secret either.
  if (isSame || (known === undefined && !isOn)) return accept(undefined)
  const sealedSecret = isRenewed || known === undefined ? newSecret(context, userId) : usable(context, known)
  await saveWebhook(tx, userId, { isOn, url, sealedSecret }, new Date(context.clock.now()))
  return accept(undefined)
}

function newSecret({ seal, randomBytes }: NotificationsContext, userId: AccountId): Buffer {
  return seal.seal(new Secret(randomBytes(webhookSecretBytes)), userId)
}

/** One that was sealed under another secret of the installation is replaced. */
function usable(context: NotificationsContext, { sealedSecret, userId }: KeptWebhook): Buffer {
  return context.seal.open(sealedSecret, userId) === undefined ? newSecret(context, userId) : sealedSecret
}
