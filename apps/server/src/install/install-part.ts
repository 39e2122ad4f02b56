// The install endpoint: `curl -fsSL <server>/install/<code> | sh` makes a Linux machine a device.

import { join } from 'node:path'
import { findRegistrationByCode, parseRegistrationCode } from '#domains/devices'
import type { Platform } from '#platform/platform'
import type { ServerPart } from '../part.ts'
import { createDownloads } from './downloads.ts'
import { addInstallRoutes } from './install-routes.ts'
import { readInstallTemplate } from './install-script.ts'

const agentModule = join(import.meta.dirname, '../../../agent/src/main.ts')

export async function createInstallPart(options: { platform: Platform; publicUrl: string }): Promise<ServerPart> {
  const { platform, publicUrl } = options
  const template = await readInstallTemplate()
  const downloads = createDownloads(agentModule)
  return { routes: (app) => addInstallRoutes(app, { publicUrl, template, downloads, openCode }) }

  async function openCode(text: string): Promise<string | undefined> {
    const code = parseRegistrationCode(text)
    if (code === undefined) return undefined
    const registration = await findRegistrationByCode(platform, platform.database.queries, code)
    return registration === undefined ? undefined : code
  }
}
