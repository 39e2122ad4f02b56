// farport register, farport up: this machine as a device.

import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { runAgent, startAgentInBackground } from '../../agent/agent-program.ts'
import { parseServerUrl } from '../../api/http.ts'
import type { Context } from '../../context.ts'
import { readSignIn } from '../../credentials/sign-in-file.ts'
import { CommandRefusal } from '../../refusal.ts'

export async function register(context: Context, code: string, options: { server?: string }): Promise<number> {
  const { config } = context
  const given = options.server ?? config.serverUrl ?? (await readSignIn(config.folder))?.serverUrl
  if (given === undefined)
    throw new CommandRefusal('Say which server the code is for: --server https://farport.example', 2)
  return runAgent({ args: ['register', code], serverUrl: parseServerUrl(given), environment: config.environment })
}

export async function up(context: Context, options: { background?: true }): Promise<number> {
  const { config, screen } = context
  // A registered agent knows its server by itself.
  const request = { args: ['run'], serverUrl: config.serverUrl, environment: config.environment }
  if (!options.background) return runAgent(request)
  await mkdir(config.folder, { recursive: true, mode: 0o700 })
  const path = join(config.folder, 'agent.log')
  await using log = await open(path, 'a', 0o600)
  const pid = await startAgentInBackground(request, log.fd)
  screen.result(`The agent runs in the background, as process ${pid}. Its log: ${path}`)
  return 0
}
