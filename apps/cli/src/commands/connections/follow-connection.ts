// Keeps a connection of this machine until Ctrl-C, and tells what happens to it meanwhile.

import type { LocalConnection, LocalSample } from '@farport/protocol'
import type { LocalAgent } from '../../agent/local-agent.ts'
import type { Context } from '../../context.ts'
import { CommandRefusal } from '../../refusal.ts'
import { displayWidth } from '../../terminal/display-width.ts'
import { safeText } from '../../terminal/safe-text.ts'
import { explainConnection } from './explain-connection.ts'

const looksEveryMs = 1000

/** over: it has ended, or was ended. agent-lost: the local agent is gone, without a word of the connection. */
export type FollowEnd = 'over' | 'agent-lost'

export async function followConnection(
  { screen, ending }: Context,
  agent: LocalAgent,
  { connectionId }: LocalConnection,
  { explain, json }: { explain?: true; json?: true },
): Promise<FollowEnd> {
  screen.note('\nOpen until you press Ctrl-C.')
  const isExplained = explain === true && !json
  const isPainted = isExplained && process.stdout.isTTY
  const over = Promise.withResolvers<LocalConnection>()
  let latest: LocalConnection | undefined
  let toldError: string | undefined
  await agent.watch((connection) => {
    if (connection.connectionId !== connectionId) return
    latest = connection
    if (connection.state === 'disconnected') over.resolve(connection)
    else if (connection.error?.message !== toldError) {
      toldError = connection.error?.message
      // What is painted says it, and is painted over from where it ends.
      if (!isPainted) screen.note(toldError === undefined ? 'It works again.' : safeText(toldError))
    }
  })
  const samples = async () => (await agent.ask({ type: 'samples', connectionId }, 'samples')).samples
  using _ = isExplained ? explaining(screen, { latest: () => latest, samples }) : undefined
  const end = await Promise.race([aborted(ending), over.promise, agent.gone.then(() => 'agent-lost' as const)])
  if (end === 'agent-lost') return end
  if (end === 'aborted') {
    await agent.ask({ type: 'close', connectionId }, 'connection')
    screen.note('Disconnected.')
  } else {
    screen.note(`The connection ended${end.error === undefined ? '.' : `: ${safeText(end.error.message)}`}`)
  }
  return 'over'
}

interface Explained {
  latest: () => LocalConnection | undefined
  samples: () => Promise<LocalSample[]>
}

/** Repaints on a terminal; elsewhere a block of lines whenever more than figures has changed. */
function explaining(screen: Context['screen'], { latest, samples }: Explained): Disposable {
  let told = ''
  let heightBefore = 0
  let isOver = false
  const look = async (): Promise<void> => {
    const connection = latest()
    if (connection === undefined) return
    const overTime = await samples()
    if (isOver) return
    const text = explainConnection(connection, overTime, Date.now())
    if (process.stdout.isTTY) {
      // Up over what was painted last, and away with it.
      process.stdout.write(`${heightBefore === 0 ? '' : `\u001b[${heightBefore}A\u001b[0J`}${text}\n`)
      heightBefore = heightOf(text, process.stdout.columns)
    } else {
      const { state, path, reason, error, checkpoints } = connection
      const lasting = JSON.stringify([state, path?.kind, path?.remote, reason, error, checkpoints])
      if (lasting !== told) screen.result(`\n${text}`)
      told = lasting
    }
  }
  // An agent that is gone ends the command by itself.
  const timer = setInterval(() => void look().catch(ignoreRefusal), looksEveryMs)
  return {
    [Symbol.dispose]() {
      isOver = true
      clearInterval(timer)
    },
  }
}

/** In lines of the terminal, which breaks what is longer. */
function heightOf(text: string, columns: number): number {
  return text.split('\n').reduce((height, line) => height + Math.max(1, Math.ceil(displayWidth(line) / columns)), 0)
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CommandRefusal)) throw error
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  const { promise, resolve } = Promise.withResolvers<'aborted'>()
  if (signal.aborted) resolve('aborted')
  else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  return promise
}
