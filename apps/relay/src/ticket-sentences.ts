// Why a ticket is not taken, for who brought it.

import type { TicketRefusal } from '@farport/protocol'

export const ticketSentences: Record<TicketRefusal, string> = {
  invalid: 'The ticket is not signed by a known key, or altered.',
  expired: 'The ticket has expired.',
  purpose: 'The ticket is for something else.',
}
