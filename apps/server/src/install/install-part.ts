// The install endpoint: `curl -fsSL <server>/install/<code> | sh` makes a Linux machine a device.

import { join } from 'node:path'
import { findOpenCode, type DevicesContext } from '#domains/devices'
import type { ServerPart } from '../part.ts'
import { createDownloads } from './downloads.ts'
import { addInstallRoutes } from './install-routes.ts'
import { readInstallTemplate } from './install-script.ts'

const agentModule = join(import.meta.dirname, '../../../agent/src/main.ts')

export async function createInstallPart(options: { devices: DevicesContext; publicUrl: string }): Promise<ServerPart> {
  const { devices, publicUrl } = options
  const template = await readInstallTemplate()
  const downloads = createDownloads(agentModule)
  const openCode = (text: string) => findOpenCode(devices, text)
  return { routes: (app) => addInstallRoutes(app, { publicUrl, template, downloads, openCode }) }
}
