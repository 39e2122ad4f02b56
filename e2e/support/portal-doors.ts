// What people do at the portal's doors, by role and name.

import { expect, type Page } from '@playwright/test'

export const emailField = (page: Page) => page.getByRole('textbox', { name: 'E-mail address' })
export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
export const devicesTitle = (page: Page) => page.getByRole('heading', { name: 'Devices' }).first()

/** From the sign-in page to whatever comes after the password. */
export async function givePassword(page: Page, person: { email: string; password: string }): Promise<void> {
  await emailField(page).fill(person.email)
  await page.getByRole('button', { name: 'Next' }).click()
  await passwordField(page).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}

/** Fills in the page for a new account, and sends it. */
export async function signUpAs(page: Page, person: { email: string; password: string }): Promise<void> {
  await emailField(page).fill(person.email)
  await passwordField(page).fill(person.password)
  await page.getByLabel('Password, once more').fill(person.password)
  await page.getByRole('checkbox').check()
  await expect(page.getByText('You are not a robot')).toBeVisible()
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** All that the page leaves behind in the browser, and its address, for a test to look for secrets in. */
export async function tracesOf(page: Page): Promise<string> {
  // Text, because this file is checked without the types of the page.
  const traces = `(async () => JSON.stringify({
    local: { ...localStorage }, session: { ...sessionStorage }, address: location.href, state: history.state,
    cookies: document.cookie, databases: await indexedDB.databases(), caches: await caches.keys(),
  }))()`
  return page.evaluate<string>(traces)
}

/** A call of the portal's own, from the page, with its cookies. */
export async function callFrom<Answer>(page: Page, path: string, body: object): Promise<Answer> {
  // Text, because this file is checked without the types of the page.
  const call = `fetch('/auth/v1/${path}', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))},
  }).then(async (answer) => { if (!answer.ok) throw new Error(await answer.text()); return answer.json() })`
  return page.evaluate<Answer>(call)
}
