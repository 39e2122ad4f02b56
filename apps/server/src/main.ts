// The server as a program: environment in, signals in, sentences out. Never a stack for what a person can put right.
// With the word `join-secret` it only prints with what a relay of this installation joins.

import { createLog } from '#platform/log'
import { deriveText } from '#platform/secrets'
import { readConfig, type Config } from './config.ts'
import { startServer, type Server } from './server.ts'
import { startFailureSentence } from './start-failure.ts'

const exitCodes = { failed: 1, refused: 2 } as const

const [word] = process.argv.slice(2)
const config = readConfig(process.env)
if (!config.ok) fail(config.refusal, exitCodes.refused)
else if (word === 'join-secret') process.stdout.write(`${deriveText(config.value.secret, 'relay-join').reveal()}\n`)
else if (word !== undefined) fail(`There is no command ${word}. There is: join-secret`, exitCodes.refused)
else await run(config.value)

async function run(serverConfig: Config): Promise<void> {
  const log = createLog({ level: serverConfig.logLevel })
  const stop = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.resolve(signal))
  // Whoever started it with a channel and is gone would leave it behind.
  if (process.channel) process.once('disconnect', () => stop.resolve('disconnect'))
  try {
    await using server = await startServer(serverConfig, log)
    log.info({ url: server.url }, 'serving')
    tell(server, (text) => log.info(text))
    log.info({ signal: await stop.promise }, 'stopping')
  } catch (error) {
    const sentence = startFailureSentence(error, serverConfig)
    if (sentence === undefined) log.error({ err: error }, 'the server cannot go on')
    fail(sentence ?? 'The server met a fault of its own and stopped; its log has the details.', exitCodes.failed)
  }
  // Lets go of the channel once what was sent through it has left.
  process.channel?.unref()
}

/** To the launcher, if it is the one who started us; else the log is where a person can find the link. */
function tell(server: Server, write: (text: string) => void): void {
  const { url, firstSignInLink, joinSecret, demo } = server
  const send = process.send?.bind(process)
  if (send === undefined) {
    if (firstSignInLink !== undefined) write(`first sign-in: ${firstSignInLink}`)
    return
  }
  const demoSecrets = { demoRegistrationCode: demo?.registrationCode, demoWord: demo?.word.reveal() }
  send({ type: 'ready', url, firstSignInLink, joinSecret: joinSecret.reveal(), ...demoSecrets })
  demo?.onCopyWanted(() => send({ type: 'demo-copy-wanted' }))
}

function fail(sentence: string, exitCode: number): void {
  process.stderr.write(`${sentence}\n`)
  if (process.connected) process.send?.({ type: 'failed', message: sentence })
  process.exitCode = exitCode
}
