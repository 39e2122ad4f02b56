// The values that frames, tickets and messages share, parsed at the door.

import {
  parseConnectionId,
  parseId,
  type AccountId,
  type ConnectionId,
  type DeviceId,
  type RelayId,
  type ServiceId,
} from '@farport/vocabulary'
import { z } from 'zod'

/** Goes up when an old peer would misread a new one. 1: 2026-11-20. */
export const protocolVersion = 1

const id = <Id extends string>(parse: (text: string) => Id | undefined, kind: string) =>
  z
    .string()
    .max(64)
    .transform((text, context): Id => {
      const parsed = parse(text)
      if (parsed !== undefined) return parsed
      context.addIssue({ code: 'custom', message: `not ${kind}` })
      return z.NEVER
    })

export const accountId = id<AccountId>((text) => parseId('a', text), 'an account id')
export const deviceId = id<DeviceId>((text) => parseId('d', text), 'a device id')
export const serviceId = id<ServiceId>((text) => parseId('s', text), 'a service id')
export const relayId = id<RelayId>((text) => parseId('r', text), 'a relay id')
export const connectionId = id<ConnectionId>(parseConnectionId, 'a connection id')

/** The 32 bytes of an Ed25519 public key, in base64url. */
export const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** The 64 bytes of an Ed25519 signature, in base64url. */
export const signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/)

/** A signed ticket, see tickets.ts. */
export const ticketLengthMax = 4096
export const ticketText = z.string().max(ticketLengthMax)
/** Those of links carry two lists of addresses. */
export const linkTicketLengthMax = 24_576
export const linkTicketText = z.string().max(linkTicketLengthMax)

/** The stable part of a connect link's name: a DNS label of 80 bits. */
export const linkCode = z.string().regex(/^[0-9a-hjkmnp-tv-z]{16}$/)

export const port = z.int().min(1).max(65_535)

/** Milliseconds since the Unix epoch. */
export const moment = z.int().min(0)

/** A database keeps no NUL. */
export const host = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]*$/)
