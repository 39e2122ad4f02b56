// Signing in with Apple in a real browser, which alone knows what SameSite means: Apple makes it post its answer, so that
// the cookie that proves who began comes along only when the browser is sent on.

import { generateKeyPairSync } from 'node:crypto'
import { freePort } from '@farport/testkit'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { createEmulator, type Emulator } from 'emulate'
import { startInstallation, type Installation } from '../support/installation.ts'

test.describe.configure({ mode: 'serial' })

const email = 'ann@icloud.com'
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
      FARPORT_APPLE_PRIVATE_KEY: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
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
    seed: { apple: { users: [{ email, name: 'Ann Lee' }], oauth_clients: [client] } },
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
