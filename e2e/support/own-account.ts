// An installation whose operator is at the portal, with a phone that text messages and webhooks come to.

import { startWebhookReceiver, type WebhookReceiver } from '@farport/testkit'
import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { startInstallation, type Installation } from './installation.ts'
import { emailField, passwordField } from './portal-doors.ts'

export interface OwnAccount extends AsyncDisposable {
  readonly farport: Installation
  readonly phone: WebhookReceiver
  /** Signed in as the person. */
  readonly browser: BrowserContext
  readonly person: { email: string; password: string }
  open(path: string): Promise<Page>
  /** Some deeds want a proof when the sign-in was some while ago. `next`: what comes after it. */
  proveIfAsked(page: Page, next: Locator): Promise<void>
}

const smsSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

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
    async proveIfAsked(page, next) {
      const dialog = page.getByRole('dialog', { name: 'Is it you?' })
      await expect(dialog.or(next).first()).toBeVisible()
      if (!(await dialog.isVisible())) return
      await dialog.getByLabel('Password', { exact: true }).fill(person.password)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(next).toBeVisible()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
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
