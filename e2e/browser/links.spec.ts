// A person with nothing but a browser opens a link: names below localhost lead to this machine, as they do for everybody.

import { randomBytes, scryptSync } from 'node:crypto'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { startWebService } from '../links/web-services.ts'
import { startDataPlane, type DataPlane, type RunningDevice } from '../support/data-plane.ts'

let world: DataPlane
let device: RunningDevice
let service: Awaited<ReturnType<typeof startWebService>>

test.use({ ignoreHTTPSErrors: true })
test.beforeAll(async () => {
  world = await startDataPlane()
  device = await world.addDevice()
  service = await startWebService((request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>Camera</title><h1>Camera</h1><p>${request.url} ${request.headers.cookie ?? ''}</p>`),
  )
})
test.afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const password = 'correct horse'

function serve(port = service.port): { code: string; https: string; http: string } {
  const salt = randomBytes(16)
  const hash = scryptSync(password, salt, 32, { N: 16_384 })
  const passwordHash = ['scrypt', 16_384, salt.toString('base64url'), hash.toString('base64url')].join('$')
  const { code } = world.plane.serveLink(device.planned, world.plane.addService(device.planned, { port }), {
    passwordHash,
  })
  const { http, https } = world.relay.linkPorts
  return { code, http: `http://${code}.localhost:${http}`, https: `https://${code}.localhost:${https}` }
}

for (const scheme of ['http', 'https'] as const) {
  test(`a link asks for its password once, by ${scheme}`, async ({ page }) => {
    const link = serve()
    await page.goto(`${link[scheme]}/live?camera=2`)
    await expect(page.getByRole('heading', { name: 'This link has a password' })).toBeVisible()
    await expect(page.getByLabel('Password')).toBeFocused()
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toHaveText('That is not the password.')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Camera' })).toBeVisible()
    // The service sees where the person wanted to go, and nothing of the password.
    await expect(page.getByText('/live?camera=2')).toHaveText('/live?camera=2')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Camera' })).toBeVisible()
    world.plane.tellLinkState(link.code, 'disabled')
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'This link is switched off' })).toBeVisible({ timeout: 500 })
    }).toPass()
  })
}

/** Where pictures of the pages go, for people to look at. */
const pictures = process.env['FARPORT_TEST_PICTURES']

for (const locale of ['en-US', 'ja-JP']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test.describe(`the page in ${locale}, ${colorScheme}, ${width} px wide`, () => {
        test.use({ locale, colorScheme, viewport: { width, height: 800 } })
        test('can be read and used by everybody', async ({ page }) => {
          const link = serve()
          await page.goto(`${link.https}/`)
          const button = page.getByRole('button')
          await expect(button).toBeVisible()
          const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
          expect(isWider).toBe(false)
          await page.locator('input[type=password]').fill('wrong')
          await button.click()
          await expect(page.getByRole('alert')).toBeVisible()
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations).toEqual([])
          const name = `${locale}-${colorScheme}-${width}`
          if (pictures !== undefined) await page.screenshot({ path: join(pictures, `password-${name}.png`) })
          await page.goto(`https://zzzzzzzzzzzzzzzz.localhost:${world.relay.linkPorts.https}/`)
          expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
          if (pictures !== undefined) await page.screenshot({ path: join(pictures, `unknown-${name}.png`) })
        })
      })
    }
  }
}
