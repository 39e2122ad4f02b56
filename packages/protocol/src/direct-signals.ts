// What two ends tell each other while they look for a direct way: JSON texts, which travel as SIGNAL frames of their
// session, so that nobody in between can read or forge them. The initiator counts the rounds; in each, both say what they
// know as soon as they know it, and again when they know more. What was said last holds.

import { accept, refuse, type Result } from '@farport/basics'
import { z } from 'zod'
import { signalBytesMax } from './frames.ts'
import { ipFromBytes, ipToBytes } from './ip-bytes.ts'
import { ipReachOf } from './ip-ranges.ts'
import { port, publicKey } from './words.ts'

/** More addresses than any sensible machine has. The rest is not named. */
export const candidatesMax = 24

/**
 * How a network looks from outside. none: it shows the machine's own address. cone: one port of the machine is one port
 * outside, whatever it talks to. symmetric: another one for each destination.
 */
export const natKind = z.enum(['unknown', 'none', 'cone', 'symmetric', 'udp-blocked'])
export type NatKind = z.infer<typeof natKind>

/** udp: receives probes. listen: accepts TCP. meet: the port that TCP comes from when both ends connect at once. */
export const candidateUse = z.enum(['udp', 'listen', 'meet'])
export type CandidateUse = z.infer<typeof candidateUse>

/** host: the machine's own address. seen: how others see it. mapped: a port that the router was asked for. */
export const candidateOrigin = z.enum(['host', 'seen', 'mapped'])
export type CandidateOrigin = z.infer<typeof candidateOrigin>

/** An address in the one text that it has. */
const ipAddress = z
  .string()
  .max(45)
  .refine((text) => ipFromBytes(ipToBytes(text) ?? new Uint8Array()) === text, 'not an address')

export const candidate = z
  .strictObject({ use: candidateUse, origin: candidateOrigin, host: ipAddress, port })
  .refine(({ host, origin }) => mayBeNamed(host, origin), 'an address that nothing may be sent to')
export type Candidate = z.infer<typeof candidate>

/** Whether the other end may be told this address, and may send to it. */
export function mayBeNamed(host: string, origin: CandidateOrigin): boolean {
  const reach = ipReachOf(host)
  if (reach === 'public') return true
  // Only a machine itself can know that it has an address of its own network. One of a single IPv6 link needs a zone.
  return origin === 'host' && (reach === 'private' || (reach === 'link' && !host.includes(':')))
}

/** lan and tcp are direct TCP, udp is punched or mapped UDP. */
export const directKind = z.enum(['lan', 'tcp', 'udp'])
export type DirectKind = z.infer<typeof directKind>

const round = z.int().min(1).max(0xffff_ffff)

export const directSignal = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('look'),
    round,
    /** 32 random bytes, the same all through the round: with the other end's they are the secret of its probes. */
    nonce: publicKey,
    /** What this end wants to find in this round, and can. */
    kinds: z.array(directKind).max(directKind.options.length),
    nat: natKind,
    candidates: z.array(candidate).max(candidatesMax),
    /** Nothing more will be found out in this round. */
    isComplete: z.boolean(),
  }),
  /** The acceptor asks for another round. */
  z.strictObject({ type: z.literal('again') }),
])
export type DirectSignal = z.infer<typeof directSignal>
export type LookSignal = Extract<DirectSignal, { type: 'look' }>

export function encodeDirectSignal(signal: DirectSignal): string {
  return JSON.stringify(signal)
}

export function parseDirectSignal(text: string): Result<DirectSignal, 'unreadable'> {
  if (text.length > signalBytesMax) return refuse('unreadable')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('unreadable')
  }
  const signal = directSignal.safeParse(value)
  return signal.success ? accept(signal.data) : refuse('unreadable')
}
