// Violates only-stores-touch-the-database.

import { sql } from 'kysely'

export const renameDevice = sql
