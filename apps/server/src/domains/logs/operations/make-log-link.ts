// Makes a link to a part of the log as a file. It works for an hour, for whoever has it, as long as its maker may read.

import { accept, Secret, type Result } from '@farport/basics'
import type { Refusal } from '@farport/contract'
import type { Actor } from '../../../access/index.ts'
import type { LogsContext } from '../context.ts'
import type { EventPageArguments } from '../event-page.ts'
import type { LogOwner } from '../event-store.ts'
import { logFilePath, logLinkLifeMs, type LogLink } from '../log-link.ts'
import { requestOfLog } from './read-events.ts'

/** For what a seal was made. */
export const logLinkOwner = 'log link'

export function makeLogLink(
  context: LogsContext,
  actor: Actor,
  owner: LogOwner,
  wish: Pick<EventPageArguments, 'minDate' | 'maxDate'>,
): Result<string, Refusal> {
  const request = requestOfLog(context, actor, owner, wish)
  if (!request.ok) return request
  const { from, to } = request.value
  const link: LogLink = {
    userId: actor.userId,
    accountId: owner.accountId,
    deviceId: owner.device?.id,
    fromMs: from.getTime(),
    toMs: to.getTime(),
    expiresMs: context.clock.now() + logLinkLifeMs,
  }
  const sealed = context.seal.seal(new Secret(Buffer.from(JSON.stringify(link))), logLinkOwner)
  return accept(`${context.publicUrl}${logFilePath}?link=${sealed.toString('base64url')}`)
}
