// GET of a part of the log as a file, by a link that the API gave.

import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendRefusal } from '../../http/send-refusal.ts'
import type { LogsContext } from './context.ts'
import { logFilePath } from './log-link.ts'
import { readLogFile } from './operations/read-log-file.ts'

const query = z.object({ link: z.string().min(1).max(2000) })

export function addLogRoutes(app: FastifyInstance, means: LogsContext): void {
  app.get(logFilePath, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const parsed = query.safeParse(request.query)
    if (!parsed.success)
      return sendRefusal(reply, { code: 'INVALID', message: 'A link to a file ends with its `link`.' })
    const file = await readLogFile(means, parsed.data.link)
    if (!file.ok) return sendRefusal(reply, file.refusal)
    void reply.header('content-disposition', 'attachment; filename="events.csv"')
    // The mark makes spreadsheets read it as UTF-8.
    return reply.type('text/csv; charset=utf-8').send(`\uFEFF${file.value}`)
  })
}
