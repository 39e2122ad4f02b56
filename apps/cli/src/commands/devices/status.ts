// farport status: who is signed in where, and this machine as a device.

import { z } from 'zod'
import { askAgent } from '../../agent/agent-program.ts'
import { viewerDocument } from '../../api/documents.ts'
import { ask } from '../../api/graphql.ts'
import { findAccess, type Context } from '../../context.ts'
import { CommandRefusal } from '../../refusal.ts'
import { formatFacts } from '../../terminal/table.ts'

export async function showStatus(context: Context, options: { json?: true }): Promise<number> {
  const [account, agent] = await Promise.all([accountStatus(context), agentStatus(context)])
  if (options.json) context.screen.result(JSON.stringify({ account, agent }, undefined, 2))
  else
    context.screen.result(
      formatFacts([
        ['Server', accountText(account).server],
        ['Account', accountText(account).email],
        ['This device', agentText(agent)],
      ]),
    )
  return account.state === 'unreachable' ? 1 : 0
}

type AccountStatus =
  | { state: 'signed-out' }
  | { state: 'signed-in'; serverUrl: string; email: string; serverVersion: string }
  | { state: 'unreachable'; serverUrl: string; email: string; reason: string }

async function accountStatus(context: Context): Promise<AccountStatus> {
  const access = await findAccess(context)
  if (access === undefined) return { state: 'signed-out' }
  const { serverUrl, name } = access
  try {
    const { version, login } = await ask(access, viewerDocument, {})
    return { state: 'signed-in', serverUrl, email: login.email, serverVersion: version }
  } catch (error) {
    if (!(error instanceof CommandRefusal)) throw error
    return { state: 'unreachable', serverUrl, email: name, reason: error.message }
  }
}

function accountText(account: AccountStatus): { server: string; email: string } {
  switch (account.state) {
    case 'signed-out':
      return { server: '-', email: 'not signed in (farport signin)' }
    case 'signed-in':
      return { server: `${account.serverUrl} (version ${account.serverVersion})`, email: account.email }
    case 'unreachable':
      return { server: account.serverUrl, email: `${account.email}: ${account.reason}` }
  }
}

/** What `agent status --json` prints; more fields are passed on as they are. */
const agentAnswer = z.looseObject({
  state: z.string(),
  deviceName: z.string().optional(),
  deviceId: z.string().optional(),
  reason: z.string().optional(),
})
type AgentStatus = z.infer<typeof agentAnswer>

async function agentStatus({ config }: Context): Promise<AgentStatus> {
  try {
    const { output } = await askAgent({
      args: ['status', '--json'],
      serverUrl: undefined,
      environment: config.environment,
    })
    return agentAnswer.parse(JSON.parse(output))
  } catch (error) {
    if (error instanceof CommandRefusal) return { state: 'not-installed' }
    return { state: 'unknown', reason: 'the agent did not say' }
  }
}

function agentText({ state, deviceName, reason }: AgentStatus): string {
  return [
    state,
    deviceName === undefined ? '' : ` as "${deviceName}"`,
    reason === undefined ? '' : ` (${reason})`,
  ].join('')
}
