// What dies, chosen by chance that can be repeated.

import type { KeptServer } from './kept-server.ts'

export const victims = ['server', 'postgres main', 'postgres backends', 'all of postgres', 'everything'] as const
export type Victim = (typeof victims)[number]

/** Numbers in [0, 1), always the same for a seed: mulberry32. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item // within its length

/** Kills at once, without waiting for anything; how many there were. */
export async function kill(server: KeptServer, victim: Victim): Promise<number> {
  const { main, backends } = await server.postgres()
  const pids = {
    server: [server.pid],
    'postgres main': [main],
    'postgres backends': backends,
    'all of postgres': [main, ...backends],
    everything: [server.pid, main, ...backends],
  }[victim]
  return pids.filter((pid) => pid !== undefined && killOne(pid)).length
}

function killOne(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false // it ended by itself
  }
}
