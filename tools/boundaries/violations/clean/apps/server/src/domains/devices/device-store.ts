import { sql } from 'kysely'

export const devices = sql`select 1`
