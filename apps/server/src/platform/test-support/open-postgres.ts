// A process of its own that starts the embedded database and stays; a test kills it.

import { openEmbeddedPostgres } from '../embedded-postgres.ts'
import { silentLog } from '../log.ts'

const directory = process.argv[2]
if (directory === undefined) throw new Error('name the directory')
await openEmbeddedPostgres({ directory, log: silentLog, settings: ['fsync=off'] })
process.send?.('open')
