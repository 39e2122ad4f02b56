// farport connect: by the agent of this machine, or, when it is asked for, by a public port of a relay.

import { parseId } from '@farport/vocabulary'
import { ApiRefusal, type Access } from '../../api/graphql.ts'
import { requireAccess, type Context } from '../../context.ts'
import { CommandRefusal } from '../../refusal.ts'
import { readDevices } from '../devices/read-devices.ts'
import { connectHere, type LocalOptions } from './connect-here.ts'
import { connectPublicly, type PublicOptions } from './connect-publicly.ts'
import { findService } from './find-service.ts'

export interface ConnectOptions extends Omit<PublicOptions, 'allow'>, LocalOptions {
  public?: true
  allow?: string
}

/** The first address that uses it, as the contract's `hostIP` says it. */
const latch = '255.255.255.255'

export async function connect(context: Context, word: string, options: ConnectOptions): Promise<void> {
  const { allow } = options
  const isPublic = options.public === true || allow !== undefined
  const localOption = (['route', 'port', 'bind', 'lan', 'explain'] as const).find((name) => options[name] !== undefined)
  if (isPublic && localOption !== undefined) {
    throw new CommandRefusal(
      `--${localOption} is for connections of this machine; a public one knows nothing of it.`,
      2,
    )
  }
  const access = await requireAccess(context)
  const serviceId = parseId('s', word) ?? (await idOf(access, word))
  const publicly = { ...options, allow: allow ?? latch }
  if (isPublic) return await connectPublicly(context, access, serviceId, publicly)
  try {
    await connectHere(context, access, serviceId, options)
  } catch (error) {
    // Where no route is named, all that this can be is a service whose own route is public.
    if (!(error instanceof ApiRefusal) || error.code !== 'INVALID' || localOption !== undefined) throw error
    context.screen.note('The route of this service is the public one: it opens a port of a relay.')
    await connectPublicly(context, access, serviceId, publicly)
  }
}

async function idOf(access: Access, word: string): Promise<string> {
  const found = findService(await readDevices(access), word)
  if (!found.ok) throw new CommandRefusal(found.refusal)
  return found.value.service.id
}
