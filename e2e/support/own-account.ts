// An installation whose operator is at the portal, with a phone that text messages and webhooks come to.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually, startWebhookReceiver, type WebhookReceiver } from '@farport/testkit'
import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { Client } from 'pg'
import { startInstallation, type Installation } from './installation.ts'
import { emailField, passwordField } from './portal-doors.ts'

export interface OwnAccount extends AsyncDisposable {
  readonly farport: Installation
  readonly phone: WebhookReceiver
  /** Signed in as the person. */
  readonly browser: BrowserContext
  readonly person: { email: string; password: string }
  open(path: string): Promise<Page>
  /** As an hour after all sign-ins and proofs. */
  letProofsAge(): Promise<void>
  /** The code of the newest text message, once there are so many. */
  textedCode(count: number): Promise<string>
  /** Some deeds want a proof when the sign-in was some while ago. `next`: what comes after it. */
  proveIfAsked(page: Page, next: Locator): Promise<void>
}

export const smsSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

export async function startOwnAccount(browser: Browser): Promise<OwnAccount> {
  await using disposables = new AsyncDisposableStack()
  const phone = disposables.use(await startWebhookReceiver())
  const environment = {
    FARPORT_SMS_WEBHOOK_URL: phone.url,
    FARPORT_SMS_WEBHOOK_SECRET: smsSecret,
    FARPORT_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const farport = disposables.use(await startInstallation({ environment }))
  const context = disposables.use(await browser.newContext())
  const person = { email: 'ann@example.com', password: 'correct horse battery staple' }
  await becomeOperator(await context.newPage(), farport, person)
  const owned = disposables.move()
  return {
    farport,
    phone,
    browser: context,
    person,
    async open(path) {
      const page = await context.newPage()
      await page.goto(farport.url + path)
      await expect(page.getByRole('main')).toBeVisible()
      return page
    },
    letProofsAge: () => inDatabase(farport, `update auth.session set proven_at = now() - interval '1 hour'`),
    async textedCode(count) {
      const message = await eventually(() => phone.received[count - 1], { what: `text message ${count}` })
      return /\b\d{6}\b/.exec(message.body.slice(message.body.indexOf('"text"')))?.[0] ?? ''
    },
    async proveIfAsked(page, next) {
      const dialog = page.getByRole('dialog', { name: 'Is it you?' })
      await expect(dialog.or(next).first()).toBeVisible()
      if (!(await dialog.isVisible())) return
      const password = dialog.getByLabel('Password', { exact: true })
      const turnToPassword = dialog.getByRole('button', { name: 'Use your password instead' })
      await expect(password.or(turnToPassword)).toBeVisible()
      if (await turnToPassword.isVisible()) await turnToPassword.click()
      await password.fill(person.password)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(next).toBeVisible()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Over the socket of the installation's own PostgreSQL. */
async function inDatabase({ dataDir }: Installation, sql: string): Promise<void> {
  const [, , , port, host] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const client = new Client({ host, port: Number(port), user: 'farport', database: 'farport' })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function becomeOperator(page: Page, { launcher }: Installation, person: OwnAccount['person']): Promise<void> {
  const [link] = await launcher.printed(/http\S+\/welcome\?token=\S+/)
  await page.goto(link)
  await emailField(page).fill(person.email)
  await passwordField(page).fill(person.password)
  await page.getByLabel('Password, once more').fill(person.password)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('This account has no devices')).toBeVisible()
  await page.close()
}
