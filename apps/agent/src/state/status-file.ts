// What the running agent says of itself, for `status`.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { moment } from '@farport/protocol'
import { z } from 'zod'
import { writeWhole } from '@farport/program'

export const agentStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('starting'), since: moment }),
  z.object({
    state: z.literal('online'),
    since: moment,
    relay: z.string(),
    address: z.string(),
    /** Why streams do not open although the tunnel is there. Then the device is shown offline. */
    blocked: z.string().optional(),
  }),
  z.object({ state: z.literal('offline'), since: moment, reason: z.string() }),
  z.object({ state: z.literal('not-enrolled'), since: moment }),
])
export type AgentStatus = z.infer<typeof agentStatus>

const fileName = 'status.json'

export class StatusFile {
  readonly #path: string
  #writing = Promise.resolve()
  #latest: AgentStatus | undefined

  constructor(directory: string) {
    this.#path = join(directory, fileName)
  }

  /** The last one wins. A disk that cannot be written does not stop the agent. */
  write(status: AgentStatus, onFailure: (error: unknown) => void): void {
    const isWaiting = this.#latest !== undefined
    this.#latest = status
    if (isWaiting) return
    this.#writing = this.#writing.then(async () => {
      const latest = this.#latest
      this.#latest = undefined
      await writeWhole(this.#path, JSON.stringify(latest)).catch(onFailure)
    })
  }

  settled(): Promise<void> {
    return this.#writing
  }
}

/** Undefined when no agent has written one that can be read. */
export async function readStatus(directory: string): Promise<AgentStatus | undefined> {
  try {
    return agentStatus.parse(JSON.parse(await readFile(join(directory, fileName), 'utf8')))
  } catch {
    return undefined
  }
}
