// The version of this server.

import manifest from '../package.json' with { type: 'json' }

export const { version } = manifest
