// The link in the mail that asks whether notifications may come to an address.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { NotificationsContext } from './context.ts'
import { confirmEmail } from './operations/confirm-email.ts'
import { confirmEmailPath } from './operations/set-notification-settings.ts'

const query = z.object({ token: z.string().length(43) })

export function addNotificationRoutes(app: FastifyInstance, means: NotificationsContext): void {
  app.get(confirmEmailPath, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const parsed = query.safeParse(request.query)
    const isConfirmed = parsed.success && (await confirmEmail(means, parsed.data.token))
    return reply.redirect(`/settings/notifications?${isConfirmed ? 'email=confirmed' : 'error=INVALID_TOKEN'}`)
  })
}
