// What a server has kept of the lanes, read from its database.

import { Client, type ClientConfig } from 'pg'
import type { Kept } from './lanes.ts'

const sql = `
  select devices.id, devices.name, coalesce((devices.attributes ->> 'counter')::int, 0) as counter,
    coalesce(array_agg(events.targets -> 0 ->> 'name') filter (where events.action = 'device-renamed'), '{}') as renames,
    count(*) filter (where events.action = 'device-updated')::int as "attributesChanged"
  from devices
  left join events on events.account_id = devices.account_id and events.device_id = devices.id
  group by devices.account_id, devices.id`

/** By the ids of the devices. */
export async function readKept(connection: ClientConfig): Promise<Map<string, Kept>> {
  const client = new Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<Kept & { id: string }>(sql)
    return new Map(rows.map((row) => [row.id, row]))
  } finally {
    await client.end()
  }
}
