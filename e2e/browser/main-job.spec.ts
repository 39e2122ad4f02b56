// The main job once more, through the portal, in a real browser: nothing is typed but what a person types, and the page
// is never loaded again.

import { eventually, openSsh, runSsh, startOpensshServer, startSmtpSink } from '@farport/testkit'
import { expect, test, type Page } from '@playwright/test'
import { startInstallation } from '../support/installation.ts'
import { linkIn, password } from '../support/person.ts'
import { runPrintedCommand } from '../support/printed-command.ts'

const email = 'newcomer@example.com'

test('a newcomer signs up, adds a device, and reaches its SSH', async ({ page }) => {
  await using mails = await startSmtpSink()
  await using farport = await startInstallation({ environment: { SMTP_URL: mails.url } })
  await using sshd = await startOpensshServer()

  await page.goto(farport.url)
  await page.getByRole('link', { name: 'Create an account' }).click()
  // The page before has a field of this name, too, and stays until the next one is there.
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password, once more').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Check your mail')).toBeVisible()

  await page.goto(linkIn(await mails.mailTo(email)))
  await expect(page.getByText('Your address is verified')).toBeVisible()
  await page.getByRole('link', { name: 'Continue to sign in' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This account has no devices')).toBeVisible()
  const wasLoadedAgain = await watchForReload(page)

  // The command as it is shown; the page notices the device by itself.
  await page.getByRole('main').getByRole('link', { name: 'Add a device' }).click()
  await page.getByRole('link', { name: /^Linux/ }).click()
  const command = await page.getByText(/^curl -fsSL/).textContent()
  await using agent = await runPrintedCommand(command ?? '')
  await expect(page.getByText(/registered successfully!$/), agent.output).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/devices\/d-/)

  await page.getByRole('link', { name: 'Add service' }).first().click()
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /^SSH/ }).click()
  await page.getByRole('textbox', { name: 'Service name' }).fill('Shell')
  await page.getByRole('textbox', { name: 'Port' }).fill(String(sshd.port))
  await page.getByRole('button', { name: 'Add service' }).click()
  await expect(page).toHaveURL(/\/s-[0-9a-z]+\/connect$/)
  await page.getByRole('main').getByRole('button', { name: 'Connect', exact: true }).click()
  const stop = page.getByRole('main').getByRole('button', { name: 'Stop' })
  await expect(stop).toBeVisible()
  const endpoint = await page.getByText(/^127\.0\.0\.1:\d+$/).textContent()
  const [host = '', port = ''] = endpoint?.split(':') ?? []
  const target = { host, port: Number(port), clientKey: sshd.clientKey }

  // The portal sees what the real client does.
  await eventually(async () => (await runSsh(target, 'true')).code === 0, { timeoutMs: 20_000, what: 'ssh logs in' })
  await using inside = openSsh(target, 'echo inside; sleep 600')
  await inside.printed('inside')
  await expect(page.getByRole('main').getByText('127.0.0.1', { exact: true })).toBeVisible()
  await page
    .getByRole('link', { name: /^Connections/ })
    .first()
    .click()
  await expect(page.getByRole('main').getByText('Shell').first()).toBeVisible()
  await page.goBack()

  await stop.click()
  await inside.exit
  await expect(page.getByRole('main').getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Logs' }).first().click()
  for (const sentence of [/You connected to Shell/, /You disconnected from Shell/, /went online/, /signed in/]) {
    await expect(page.getByRole('main').getByText(sentence).first()).toBeVisible()
  }

  // Offline is seen as well, without a hand on the page.
  await page
    .getByRole('link', { name: /^Devices/ })
    .first()
    .click()
  const dot = (state: string) => page.getByRole('main').getByRole('img', { name: state })
  await expect(dot('Online')).toBeVisible()
  await agent.killAgent()
  await expect(dot('Offline')).toBeVisible({ timeout: 30_000 })
  expect(await wasLoadedAgain()).toBe(false)
})

/** A mark on the page's window, which no navigation within the portal removes. */
async function watchForReload(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
  return async () => !(await page.evaluate(() => 'isSameDocument' in globalThis))
}
