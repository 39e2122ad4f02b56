// One installation, from the first check to the ordered end.

import { totalmem } from 'node:os'
import { join } from 'node:path'
import { accept, refuse, type Result } from '@farport/basics'
import { prepareDataDir, readOrMakeSecret } from './data-dir.ts'
import { readOrMakeDemoAccount, type DemoAccount } from './demo/demo-account.ts'
import { createDemoCopies, type DemoCopies } from './demo/demo-copies.ts'
import { takeLock } from './lock.ts'
import type { Options } from './options.ts'
import { checkPorts } from './port-check.ts'
import { recallPorts } from './ports.ts'
import {
  demoAgentPlan,
  demoCopiesFolder,
  demoCopyPlan,
  demoFolder,
  demoServicesPlan,
  relayPlan,
  serverPlan,
  type Installation,
} from './programs.ts'
import { paint, welcomeText, type Screen } from './screen.ts'
import { startPrograms, type End } from './started-programs.ts'
import { explainSystemError } from './system-errors.ts'

export interface Launch {
  clone: string
  options: Options
  environment: Record<string, string | undefined>
  workingFolder: string
  screen: Screen
  /** Aborted when the person wants it to end. */
  ending: AbortSignal
}

/** Runs until it is told to end. The refusal is the sentence that says why it cannot, or can no longer, run. */
export async function launch(request: Launch): Promise<Result<void, string>> {
  const dataDir = await prepareDataDir(request.options.dataDir)
  if (!dataDir.ok) return dataDir
  try {
    const lock = await takeLock(dataDir.value)
    if (!lock.ok) return lock
    await using _ = lock.value
    return await launchIn(dataDir.value, request)
  } catch (error) {
    const sentence = explainSystemError(error, dataDir.value)
    if (sentence === undefined) throw error
    return refuse(sentence)
  }
}

async function launchIn(dataDir: string, request: Launch): Promise<Result<void, string>> {
  const { clone, options, environment } = request
  const secret = await readOrMakeSecret(dataDir, environment['FARPORT_SECRET'])
  if (!secret.ok) return secret
  const ports = await checkPorts(options, environment)
  if (!ports.ok) return ports
  const demo = options.hasDemo ? await readOrMakeDemoAccount(demoFolder(dataDir)) : undefined
  const remembered = await recallPorts(dataDir, options.relayPort)
  return run(
    { clone, options, dataDir, secret: secret.value, ports: remembered, machineBytes: totalmem(), environment },
    demo,
    request,
  )
}

async function run(
  installation: Installation,
  demo: DemoAccount | undefined,
  { screen, ending, workingFolder }: Launch,
): Promise<Result<void, string>> {
  const logsFolder = join(installation.dataDir, 'logs')
  await using programs = startPrograms({ logsFolder, screen, ending })
  screen.line('Farport is starting …')
  let demoCopies: DemoCopies | undefined
  const server = await programs.start(serverPlan(installation), {
    onServingAgain({ firstSignInLink: link }) {
      if (link !== undefined) screen.line(`First sign-in, from now on: ${link}`)
    },
    onWish: () => void demoCopies?.startAnother().catch((error: unknown) => screen.error(noCopy(error))),
  })
  if (server.kind !== 'ready') return endedBy(server)
  const { url, firstSignInLink, demoRegistrationCode, demoWord, joinSecret } = server.message
  if (joinSecret === undefined) throw new Error('the server told no join secret')

  // An agent asks for a relay as soon as it starts: it finds one when the relay is there first.
  const relay = await programs.start(relayPlan(installation, joinSecret))
  if (relay.kind !== 'ready') return endedBy(relay)
  if (demo !== undefined) {
    const agent = programs.startOptional(demoAgentPlan(installation, demoRegistrationCode))
    const services = programs.startOptional(demoServicesPlan(installation))
    for (const outcome of await Promise.all([services, agent])) {
      if (outcome.kind === 'ended' || outcome.kind === 'failed') return endedBy(outcome)
    }
    if (demoWord !== undefined) {
      const start = (folder: string) => programs.startPassing(demoCopyPlan(installation, demoWord, folder))
      demoCopies = createDemoCopies({ folder: demoCopiesFolder(installation.dataDir), start })
      await demoCopies.startKept()
    }
  }
  const address = url ?? `http://localhost:${installation.options.port}`
  screen.line(welcomeText({ url: address, firstSignInLink, demo, logsFolder, workingFolder }, paint(screen.isColoured)))

  const end = await programs.end
  screen.line('Farport is stopping …')
  return endedBy(end)
}

const noCopy = (error: unknown): string =>
  `There is no further copy of the demo device: ${error instanceof Error ? error.message : String(error)}`

const endedBy = (end: End): Result<void, string> => (end.kind === 'failed' ? refuse(end.sentence) : accept(undefined))
