// Gives a service another name; an empty one falls back to the name of its type.

import { accept, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { ServiceId } from '@farport/vocabulary'
import type { Actor } from '../../../access/index.ts'
import type { ServicesContext } from '../context.ts'
import { updateService } from './update-service.ts'

export async function renameService(
  context: ServicesContext,
  actor: Actor,
  { serviceId, name }: { serviceId: ServiceId; name: string },
): Promise<Result<string, Refusal>> {
  const renamed = await updateService(context, actor, { serviceId, wish: { name }, deed: 'service-renamed' })
  return renamed.ok ? accept(renamed.value.service.name) : renamed
}
