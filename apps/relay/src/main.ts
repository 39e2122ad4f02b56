// The relay as a program: `node apps/relay/src/main.ts`, configured by its environment.

import { setFlagsFromString } from 'node:v8'
import pino from 'pino'
import { readConfig } from './config.ts'
import { startRelay } from './relay.ts'
import { version } from './version.ts'

// The young generation stays small. Idle agents make garbage slowly, and a large one would fill up all the same: that
// costs 10 kB for each of 8,000 agents. Bulk makes next to no garbage, so its speed is the same.
setFlagsFromString('--semi-space-growth-factor=1')

const config = readConfig(process.env, { isRoot: process.getuid?.() === 0 })
if (config.ok) await run(config.value)
else fail(config.refusal, 2)

async function run(relayConfig: Extract<typeof config, { ok: true }>['value']): Promise<void> {
  const log = pino({ level: relayConfig.logLevel, base: { program: 'relay' } })
  const stop = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.resolve(signal))
  // Whoever started it with a channel and is gone would leave it behind.
  if (process.channel) process.once('disconnect', () => stop.resolve('disconnect'))
  try {
    await using relay = await startRelay(relayConfig, { log, version })
    log.info({ port: relay.port, relay: relay.id }, 'relay ready')
    process.send?.({ type: 'ready', port: relay.port })
    log.info({ signal: await stop.promise }, 'relay stops')
  } catch (error) {
    fail(sentenceFor(error, relayConfig.port), 1)
  }
  // Lets go of the channel once what was sent through it has left.
  process.channel?.unref()
}

function fail(sentence: string, exitCode: number): void {
  process.stderr.write(`${sentence}\n`)
  if (process.connected) process.send?.({ type: 'failed', message: sentence })
  process.exitCode = exitCode
}

function sentenceFor(error: unknown, port: number): string {
  if (!(error instanceof Error)) return `The relay stopped: ${String(error)}`
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Set FARPORT_RELAY_PORT to another one.`
  if (code === 'EACCES' && 'port' in error)
    return `Port ${port} needs privileges. Set FARPORT_RELAY_PORT to one above 1023.`
  if (code === 'EACCES' || code === 'EROFS')
    return `The relay cannot write its state: ${error.message}. Set FARPORT_STATE_DIR.`
  if (code === 'ENOSPC') return 'The disk is full: the relay cannot write its state.'
  return `The relay stopped: ${error.message}`
}
