// Second factors at the door, passkeys, and the question who is there, in a real browser with text messages and an
// authenticator that are real as well. What a test changes stays for the next.

import { createHmac } from 'node:crypto'
import type { ReceivedWebhook } from '@farport/testkit'
import { expect, test, type Page } from '@playwright/test'
import { smsSecret, startOwnAccount, type OwnAccount } from '../support/own-account.ts'
import { addPasskeyDevice, withoutSuggestions } from '../support/passkey-device.ts'
import { callFrom, devicesTitle, givePassword, signOut } from '../support/portal-doors.ts'
import { totpCode } from '../support/totp.ts'

test.describe.configure({ mode: 'serial' })

const phone = '+14155552671'
let own: OwnAccount
test.beforeAll(async ({ browser }) => {
  own = await startOwnAccount(browser)
})
test.afterAll(() => own[Symbol.asyncDispose]())

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Verification code' })
const otherWays = (page: Page) => page.getByRole('list', { name: 'Other ways' })
const turnTo = (page: Page, method: string) => callFrom<{ backupCode?: string }>(page, 'mfaPref', { method })
/** Signed in already; what a test needs is set up by the portal's own calls. */
const openSecurity = () => own.open('/account/security')

test('a text message comes signed to the door, and again when it does not arrive', async ({ page }) => {
  await using inside = await openSecurity()
  await callFrom(inside, 'mfa/phone', { phone })
  await callFrom(inside, 'mfa/phone/verify', { code: await own.textedCode(1) })
  await turnTo(inside, 'SMS_MFA')

  await page.clock.install()
  await page.goto(`${own.farport.url}/sign-in`)
  await givePassword(page, own.person)
  await expect(page.getByText('••• 71')).toBeVisible()
  const first = await own.textedCode(2)
  const message = own.phone.received.at(-1)
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ data: { to: phone, text: expect.stringContaining(first) } })
  expect(message?.headers['webhook-signature']).toBe(`v1,${message && signatureOf(message)}`)

  const resend = page.getByRole('button', { name: 'Send the code again' })
  await expect(page.getByText(/You can have it sent again in \d+ s/)).toBeVisible()
  await expect(resend).toBeHidden()
  await page.clock.fastForward(31_000)
  await resend.press('Enter')
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  await expect(page.getByText(/You can have it sent again in \d+ s/)).toBeVisible()
  const second = await own.textedCode(3)
  await codeField(page).fill(second === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid Code')).toBeVisible()
  await codeField(page).fill(second)
  await page.keyboard.press('Enter')
  await expect(devicesTitle(page)).toBeVisible()
})

test('a passkey is asked for after the password, and a reload forgets nothing of that', async () => {
  await using inside = await openSecurity()
  const added = await addPasskeyDevice(inside)
  await inside.getByRole('button', { name: 'Add a passkey' }).click()
  await own.proveIfAsked(inside, inside.getByText('The passkey was added.'))
  await inside.getByRole('button', { name: 'Use instead: Passkey' }).click()
  await inside.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(inside.getByText('Two-factor authentication enabled successfully.')).toBeVisible()
  await added.ignore()
  await signOut(inside)

  await inside.goto(`${own.farport.url}/sign-in?next=/logs`)
  await givePassword(inside, own.person)
  const use = inside.getByRole('button', { name: 'Use passkey' })
  await expect(use).toBeFocused()
  await expect(otherWays(inside).getByRole('link', { name: /Recover your account/ })).toBeVisible()
  await inside.reload()
  await expect(use).toBeFocused()
  await added.confirm()
  await inside.keyboard.press('Enter')
  await expect(inside).toHaveURL(`${own.farport.url}/logs`)
})

test('a passkey opens the door by itself: where the browser suggests it, and with its button', async () => {
  await using page = await openSecurity()
  const device = await addPasskeyDevice(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await own.proveIfAsked(page, page.getByText('The passkey was added.'))
  await device.ignore()
  await signOut(page)

  // Chosen in the list under the field: here at once, since somebody confirms whatever is asked.
  await page.goto('about:blank')
  await device.confirm()
  await page.goto(`${own.farport.url}/sign-in?next=/logs`)
  await expect(page).toHaveURL(`${own.farport.url}/logs`)
  await device.ignore()
  await signOut(page)

  await withoutSuggestions(page)
  await page.goto(`${own.farport.url}/sign-in?next=/settings/options`)
  await device.confirm()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await expect(page).toHaveURL(`${own.farport.url}/settings/options`)
})

test('whoever is asked who they are chooses among what they have', async () => {
  await using page = await openSecurity()
  await addPasskeyDevice(page)
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  const use = dialog.getByRole('button', { name: 'Use passkey' })
  const ask = async () => {
    await own.letProofsAge()
    await page.goto(`${own.farport.url}/account/security`)
    await page.getByRole('button', { name: 'New code' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New code' }).click()
    await expect(use).toBeFocused()
  }
  const waysInstead = () => dialog.getByRole('button', { name: /instead$/ }).allTextContents()
  const isProven = async () => {
    await expect(page.getByText('Keep your recovery code')).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  await own.proveIfAsked(page, page.getByText('The passkey was added.'))

  // By the passkey, which is the handiest.
  await ask()
  expect(await waysInstead()).toEqual(['Use your password instead'])
  await page.keyboard.press('Enter')
  await isProven()

  // By the password, wrong at first.
  await ask()
  await dialog.getByRole('button', { name: 'Use your password instead' }).press('Enter')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(own.person.password)
  await page.keyboard.press('Enter')
  await isProven()

  // By a text message, sent when it is wanted.
  await turnTo(page, 'SMS_MFA')
  const before = own.phone.received.length
  await page.clock.install()
  await ask()
  expect(await waysInstead()).toEqual(['Use your password instead', 'Use a text message instead'])
  await dialog.getByRole('button', { name: 'Use a text message instead' }).click()
  expect(own.phone.received).toHaveLength(before)
  await dialog.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(dialog.getByText(/••• 71/)).toBeVisible()
  await own.textedCode(before + 1)
  await page.clock.fastForward(31_000)
  await dialog.getByRole('button', { name: 'Send the code again' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill(await own.textedCode(before + 2))
  await page.keyboard.press('Enter')
  await isProven()

  // By a code of the app.
  const { secret } = await callFrom<{ secret: string }>(page, 'mfa/totp', {})
  await callFrom(page, 'mfa/totp/verify', { code: totpCode(secret, -1) })
  await turnTo(page, 'SOFTWARE_TOKEN_MFA')
  await ask()
  expect(await waysInstead()).toEqual(['Use your password instead', 'Use a code of the authenticator app instead'])
  await dialog.getByRole('button', { name: 'Use a code of the authenticator app instead' }).click()
  await dialog.getByLabel('Code of the app').fill(totpCode(secret))
  await page.keyboard.press('Enter')
  await isProven()

  // Whoever does not want to finds everything as it was.
  await ask()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Keep your recovery code')).toBeHidden()
})

/** By the rules of Standard Webhooks, with no code that the product uses. */
function signatureOf({ headers, body }: ReceivedWebhook): string {
  const key = Buffer.from(smsSecret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return createHmac('sha256', key).update(signed).digest('base64')
}
