// Keeps a connection of this machine until Ctrl-C, and tells what happens to it meanwhile.

import type { LocalConnection } from '@farport/protocol'
import type { LocalAgent } from '../../agent/local-agent.ts'
import type { Context } from '../../context.ts'
import { safeText } from '../../terminal/safe-text.ts'
import { explainConnection } from './explain-connection.ts'

const looksEveryMs = 1000

export async function followConnection(
  { screen, ending }: Context,
  agent: LocalAgent,
  { connectionId }: LocalConnection,
  { explain, json }: { explain?: true; json?: true },
): Promise<void> {
  screen.note('\nOpen until you press Ctrl-C.')
  const over = Promise.withResolvers<LocalConnection | undefined>()
  let latest: LocalConnection | undefined
  let toldError: string | undefined
  await agent.watch((connection) => {
    if (connection.connectionId !== connectionId) return
    latest = connection
    if (connection.state === 'disconnected') over.resolve(connection)
    else if (connection.error?.message !== toldError) {
      toldError = connection.error?.message
      screen.note(toldError === undefined ? 'It works again.' : safeText(toldError))
    }
  })
  void agent.gone.then(() => over.resolve(latest))
  using _ = explain === true && !json ? explaining(screen, () => latest) : undefined
  const isAsked = await Promise.race([aborted(ending), over.promise.then(() => false)])
  if (!isAsked) {
    const { error } = (await over.promise) ?? {}
    screen.note(`The connection ended${error === undefined ? '.' : `: ${safeText(error.message)}`}`)
    return
  }
  await agent.ask({ type: 'close', connectionId }, 'connection')
  screen.note('Disconnected.')
}

/** Repaints on a terminal; elsewhere a block of lines whenever something has changed. */
function explaining(screen: Context['screen'], latest: () => LocalConnection | undefined): Disposable {
  let told = ''
  let heightBefore = 0
  const timer = setInterval(() => {
    const connection = latest()
    if (connection === undefined) return
    const text = explainConnection(connection, Date.now())
    if (process.stdout.isTTY) {
      // Up over what was painted last, and away with it.
      process.stdout.write(`${heightBefore === 0 ? '' : `\u001b[${heightBefore}A\u001b[0J`}${text}\n`)
      heightBefore = text.split('\n').length
    } else {
      const lasting = explainConnection(connection, connection.path?.since ?? 0)
      if (lasting !== told) screen.result(`\n${text}`)
      told = lasting
    }
  }, looksEveryMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

function aborted(signal: AbortSignal): Promise<true> {
  const { promise, resolve } = Promise.withResolvers<true>()
  if (signal.aborted) resolve(true)
  else signal.addEventListener('abort', () => resolve(true), { once: true })
  return promise
}
