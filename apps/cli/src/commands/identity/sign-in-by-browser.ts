// Signs in by a browser, on this machine or another one: shows a code, and waits until somebody has allowed it there.

import { spawn } from 'node:child_process'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { askForDeviceCode, SignInRefused, takeDeviceToken, type DeviceCode } from '../../api/sign-in-calls.ts'
import type { Context } from '../../context.ts'
import type { SignIn } from '../../credentials/sign-in-file.ts'
import { CommandRefusal } from '../../refusal.ts'
import { safeText } from '../../terminal/safe-text.ts'

const slowerBySeconds = 5

export async function signInByBrowser(
  context: Context,
  { serverUrl, canOpenBrowser }: { serverUrl: string; canOpenBrowser: boolean },
): Promise<SignIn> {
  const { screen, input, config } = context
  const code = await askForDeviceCode(serverUrl, `farport on ${hostname()}`.slice(0, 100))
  screen.note(`Open ${safeText(code.verificationUrl)} in a browser, and type the code ${safeText(code.userCode)}`)
  screen.note('Nothing is to be typed where the address has the code already:')
  screen.note(`  ${safeText(code.verificationUrlComplete)}`)
  const opener = openerOf(process.platform, config.environment)
  if (canOpenBrowser && input.isTTY && opener !== undefined) openBrowser(opener, code.verificationUrlComplete)
  return waitForToken(context, serverUrl, code)
}

async function waitForToken({ ending }: Context, serverUrl: string, code: DeviceCode): Promise<SignIn> {
  const startedMs = performance.now()
  let intervalSeconds = code.intervalSeconds
  while (performance.now() - startedMs < code.expiresInSeconds * 1000) {
    await pause(intervalSeconds * 1000, undefined, { signal: ending }).catch(() => {
      throw new CommandRefusal('Stopped.')
    })
    try {
      const step = await takeDeviceToken(serverUrl, code.deviceCode)
      if (step.kind === 'signed-in') return step.signIn
      throw new CommandRefusal('The server asks for more than a program can give.')
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error
      if (error.code === 'SLOW_DOWN') intervalSeconds += slowerBySeconds
      else if (error.code !== 'AUTHORIZATION_PENDING') throw error
    }
  }
  throw new CommandRefusal('Nobody has allowed it in time. Begin again: farport signin')
}

type Opener = readonly [command: string, ...args: string[]]

/** What opens an address here; undefined: there is no screen that a browser could come up on. */
export function openerOf(
  platform: string,
  environment: Readonly<Record<string, string | undefined>>,
): Opener | undefined {
  if (platform === 'darwin') return ['open']
  // Not `start`, which is a word of a shell and would read the address as one.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  const hasScreen = Boolean(environment['DISPLAY']) || Boolean(environment['WAYLAND_DISPLAY'])
  return hasScreen ? ['xdg-open'] : undefined
}

/** The address is printed, too: whether a browser came up is nothing to fail for. */
function openBrowser([command, ...args]: Opener, url: string): void {
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  opener.on('error', () => undefined)
  opener.unref()
}
