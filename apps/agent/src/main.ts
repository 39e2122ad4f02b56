// The agent as a program: `node apps/agent/src/main.ts <command>`.

import { connectPatiently } from '@farport/program'
import { Command } from 'commander'
import { initiate } from './commands/initiate.ts'
import { CommandRefusal, exitCode, sentenceFor } from './commands/outcome.ts'
import { register } from './commands/register.ts'
import { run } from './commands/run.ts'
import { readStatusReport, statusSentences } from './commands/status.ts'
import { unregister } from './commands/unregister.ts'
import { readConfig, serverUrl, type AgentConfig } from './config.ts'
import { installService, ownUnit, uninstallService } from './service/install.ts'
import { AgentState } from './state/agent-state.ts'
import { version } from './version.ts'

connectPatiently()

const isRoot = process.getuid?.() === 0

const program = new Command('farport-agent')
  .description('Makes this machine a device of Farport: it dials out, and nothing needs to be opened.')
  .version(version)
  .exitOverride((error) => {
    process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.usage
    throw error
  })

program
  .command('register')
  .description('register this machine with a code of the portal')
  .argument('<code>', 'the registration code')
  .option('--server <url>', 'the address of the server (or FARPORT_SERVER_URL)')
  .action(async (code: string, options: { server?: string }) => {
    const { state, config } = setting()
    const enrolment = await register({
      state,
      serverUrl: serverOf(options.server, config),
      code: code.trim(),
      version,
      now: Date.now,
    })
    console.log(`Registered as "${enrolment.deviceName}" (${enrolment.deviceId}) at ${enrolment.serverUrl.origin}.`)
  })

program
  .command('run')
  .description('run in the foreground (registers first when FARPORT_REGISTRATION_CODE is set)')
  .action(async () => {
    const { state, config } = setting()
    await untilStopped((stopped, onReady) => run({ config, state, version, stopped, onReady }))
  })

program
  .command('initiate')
  .description('run the local agent in the foreground: it binds ports of this machine for connections to devices')
  .option('--keep', 'go on when no connection is left')
  .action(async ({ keep = false }: { keep?: boolean }) => {
    const { config } = setting()
    await untilStopped((stopped, onReady) => initiate({ config, version, staysOn: keep, stopped, onReady }))
  })

program
  .command('status')
  .description('tell what this machine is, and whether it can be reached')
  .option('--json', 'for programs')
  .action(async (options: { json?: boolean }) => {
    const report = await readStatusReport(setting().state)
    console.log(options.json ? JSON.stringify(report) : statusSentences(report))
    if (report.state === 'not-registered') process.exitCode = exitCode.registration
  })

program
  .command('unregister')
  .description('forget that this machine is a device')
  .action(async () => console.log(await unregister(setting().state)))

program
  .command('install-service')
  .description('run as a service of systemd, from now on and after each start of the machine')
  .option('--print', 'print the unit instead of installing it')
  .action(async (options: { print?: boolean }) => {
    const module = process.argv[1] ?? ''
    if (options.print) return console.log(await ownUnit(module))
    const { state, config } = setting()
    const isRegistered = (await state.enrolment()) !== undefined
    console.log(await installService({ isRegistered, isRoot, stateDir: config.stateDir, program: module }))
  })

program
  .command('uninstall-service')
  .description('stop the service and remove it')
  .action(async () => console.log(await uninstallService({ isRoot })))

/** Until a signal comes, or whoever started it with a channel is gone: it would be left behind. */
async function untilStopped(work: (stopped: Promise<string>, onReady: () => void) => Promise<void>): Promise<void> {
  const stop = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.resolve(signal))
  if (process.channel) process.once('disconnect', () => stop.resolve('disconnect'))
  try {
    await work(stop.promise, () => process.send?.({ type: 'ready' }))
  } finally {
    // Lets go of the channel once what was sent through it has left.
    process.channel?.unref()
  }
}

function setting(): { config: AgentConfig; state: AgentState } {
  const config = readConfig(process.env, { isRoot })
  if (!config.ok) throw new CommandRefusal(exitCode.usage, config.refusal)
  return { config: config.value, state: new AgentState(config.value.stateDir) }
}

function serverOf(option: string | undefined, config: AgentConfig): URL | undefined {
  if (option === undefined) return config.serverUrl
  const parsed = serverUrl.safeParse(option)
  if (!parsed.success)
    throw new CommandRefusal(exitCode.usage, `--server ${parsed.error.issues[0]?.message ?? 'is wrong'}.`)
  return parsed.data
}

try {
  await program.parseAsync()
} catch (error) {
  // Commander has said it already, with its usage, and set the exit code.
  const isTold = error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')
  if (!isTold) {
    const failure = sentenceFor(error)
    process.stderr.write(`${failure.sentence}\n`)
    if (process.connected) process.send?.({ type: 'failed', message: failure.sentence })
    process.exitCode = failure.exitCode
  }
}
