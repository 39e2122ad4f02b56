// The ten checkpoints of a connection, as they are kept: a letter for each, in their order. Pure.

export function writeCheckpoints(checkpoints: readonly (boolean | null)[]): string {
  return checkpoints.map((one) => (one === null ? '-' : one ? 'y' : 'n')).join('')
}

/** Of what writeCheckpoints wrote. */
export function readCheckpoints(text: string): (boolean | null)[] {
  return text.split('').map((letter) => (letter === '-' ? null : letter === 'y'))
}

/** In the order of checkpointRows. */
export const checkpointNames = [
  'PORT_BOUND',
  'NAME_FETCHED',
  'NAME_RESOLVED',
  'AGENT_BOUND',
  'AGENT_STARTS',
  'CLOUD_CONNECTED',
  'AUTHENTICATED',
  'PEER_TO_PEER',
  'TARGET_REACHABLE',
  'PROXY_ESTABLISHED',
] as const
