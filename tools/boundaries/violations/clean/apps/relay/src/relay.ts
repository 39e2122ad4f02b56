import { createServer } from 'node:net'

export const relay = createServer
