// Signing in with Apple in a real browser, which alone knows what SameSite means: Apple makes it post its answer, so that
// the cookie that proves who began comes along only when the browser is sent on. And Apple in an account that is there.

import { generateKeyPairSync } from 'node:crypto'
import { freePort } from '@farport/testkit'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { createEmulator, type Emulator } from 'emulate'
import { examineInAllLooks, picturesFolder } from '../support/examine-screen.ts'
import { startInstallation, type Installation } from '../support/installation.ts'
import { emailField, passwordField } from '../support/portal-doors.ts'

test.describe.configure({ mode: 'serial' })

const email = 'ann@icloud.com'
const other = 'work@icloud.com'
const clientId = 'org.example.farport'
let apple: Emulator
let farport: Installation

test.beforeAll(async () => {
  const port = await freePort('127.0.0.1')
  // Another site than localhost.
  const baseUrl = `http://127.0.0.1:${port}`
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  farport = await startInstallation({
    environment: {
      FARPORT_APPLE_ISSUER: baseUrl,
      FARPORT_APPLE_CLIENT_ID: clientId,
      FARPORT_APPLE_TEAM_ID: 'TEAM000001',
      FARPORT_APPLE_KEY_ID: 'KEY0000001',
      FARPORT_APPLE_PRIVATE_KEY: key.export({ type: 'pkcs8', format: 'pem' }),
    },
  })
  const client = {
    client_id: clientId,
    team_id: 'TEAM000001',
    name: 'Farport',
    redirect_uris: [`${farport.url}/auth/v1/provider/apple/callback`],
  }
  apple = await createEmulator({
    service: 'apple',
    port,
    baseUrl,
    seed: {
      apple: {
        users: [
          { email, name: 'Ann Lee' },
          { email: other, name: 'Ann at work' },
        ],
        oauth_clients: [client],
      },
    },
  })
})
test.afterAll(async () => {
  await apple.close()
  await farport[Symbol.asyncDispose]()
})

const start = () => `${farport.url}/auth/v1/provider/apple/start?next=/devices`
const whoIs = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/auth/v1/get-session')
    const session = (await answer.json()) as { user: { email: string } } | null // a SessionAnswer
    return session?.user.email
  })

test('Apple’s answer comes back with the cookie of the browser that left', async ({ page }) => {
  await page.goto(start())
  expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  await page.getByRole('button', { name: email }).first().click()
  await page.waitForURL(`${farport.url}/devices`)
  expect(await whoIs(page)).toBe(email)
  // Whoever came like this has no password, and needs none.
  await expect(page.getByText('This account has no devices')).toBeVisible()
  await page.goto(`${farport.url}/account/security`)
  await expect(page.getByText(/^You sign in without a password/)).toBeVisible()
  const row = page.getByRole('list', { name: 'Sign-in with others' }).getByRole('listitem')
  await row.getByRole('button', { name: 'Unlink Apple' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText(/^This is the only way in that you have/)).toBeVisible()
  await expect(row).toContainText(email)
})

test('somebody with a password adds Apple to their account, and lets go of it', async ({ page }) => {
  const [link] = await farport.launcher.printed(/http\S+\/welcome\?token=\S+/)
  await page.goto(link)
  await emailField(page).fill('operator@example.com')
  await passwordField(page).fill('correct horse battery staple')
  await page.getByLabel('Password, once more').fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByText('This account has no devices')).toBeVisible()

  await page.goto(`${farport.url}/account/security`)
  const row = page.getByRole('list', { name: 'Sign-in with others' }).getByRole('listitem')
  await expect(row).toContainText('Not linked')
  await row.getByRole('button', { name: 'Link Apple' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
  await page.keyboard.press('Enter')
  await page.waitForURL(/127\.0\.0\.1/)
  await page.getByRole('button', { name: other }).first().click()
  await page.waitForURL(`${farport.url}/account/security`)
  await expect(row).toContainText(other)
  await expect(row).toContainText(/linked on/)
  await row.scrollIntoViewIfNeeded()
  await examineInAllLooks(page, 'account-security-linked', picturesFolder === undefined ? [390] : undefined)

  // What belongs to somebody else is not taken from them.
  await row.getByRole('button', { name: 'Unlink Apple' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('Apple was unlinked.')).toBeVisible()
  await row.getByRole('button', { name: 'Link Apple' }).click()
  await proof.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
  await page.keyboard.press('Enter')
  await page.waitForURL(/127\.0\.0\.1/)
  await page.getByRole('button', { name: email }).first().click()
  await page.waitForURL(/\/account\/security\?error=/)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(row).toContainText('Not linked')
})

test('an answer that somebody else got, posted by a page of theirs, signs nobody in', async ({ page, browser }) => {
  const answer = await answerOfAttacker(browser)
  await page.goto(start())
  const fields = Object.entries(answer).map(([name, value]) => `<input name="${name}" value='${value}'>`)
  const action = `${farport.url}/auth/v1/provider/apple/callback`
  await page.setContent(`<form method="post" action="${action}">${fields.join('')}<button>Win</button></form>`)
  await page.getByRole('button', { name: 'Win' }).click()
  await page.waitForURL(/\/sign-in\?error=CHALLENGE_EXPIRED/)
  expect(await whoIs(page)).toBeUndefined()
})

/** What Apple gave the attacker for their own account, and their browser did not pass on. */
async function answerOfAttacker(browser: Browser): Promise<Record<string, string>> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const posted = Promise.withResolvers<string>()
  await page.route('**/provider/apple/callback', async (route) => {
    posted.resolve(route.request().postData() ?? '')
    await route.abort()
  })
  await page.goto(start())
  await page.getByRole('button', { name: email }).first().click()
  const answer = Object.fromEntries(new URLSearchParams(await posted.promise))
  await context.close()
  return answer
}
