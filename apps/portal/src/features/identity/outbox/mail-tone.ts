// The colour of what became of a mail.

import type { Tone } from '@farport/design-system'
import type { MailState } from './outbox-list.ts'

export const mailTone: Readonly<Record<MailState, Tone>> = { sent: 'success', kept: 'neutral', failed: 'danger' }
