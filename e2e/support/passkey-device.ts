// An authenticator of the browser itself, with a person who touches it when they are told to.

import type { Page } from '@playwright/test'

export interface PasskeyDevice {
  /** From now on, whatever the page asks for is confirmed at once. */
  confirm(): Promise<void>
  /** From now on nobody does. */
  ignore(): Promise<void>
}

export async function addPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const touch = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { confirm: async () => void (await touch(true)), ignore: async () => void (await touch(false)) }
}

/** The page suggests no passkeys in its field: what happens is what was clicked. */
export async function withoutSuggestions(page: Page): Promise<void> {
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
}
