// When a connection's ticket is renewed. Pure.

/** Half of what is left, so that a server that is away for minutes does no harm; at least so long, so that it is not asked all the time. */
const waitMsMin = 5000

export function renewalDueAt(expiresAt: number, nowMs: number): number {
  return nowMs + Math.max(waitMsMin, (expiresAt - nowMs) / 2)
}
