// Violates protocol-does-not-act.

import { connect } from 'node:net'

export const frames = connect
