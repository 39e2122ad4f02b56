// The log: one JSON object a line, with what must not be read by others taken out.

import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** A net under the rule that secrets have the type `Secret`: names that nobody should log, wherever they appear. */
const redactedNames = ['password', 'token', 'secret', 'authorization', 'cookie', 'set-cookie', 'code', 'link']

const redactedPaths = redactedNames.flatMap((name) => {
  const key = `["${name}"]`
  return [key, `*${key}`, `*.*${key}`, `req.headers${key}`, `res.headers${key}`]
})

export interface LogOptions {
  level: LogLevel
  /** Standard output when absent. */
  destination?: DestinationStream
}

export function createLog({ level, destination }: LogOptions): Log {
  const options = {
    level,
    base: { program: 'server' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: redactedPaths, censor: '***' },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** For tests and tools that want silence. */
export const silentLog: Log = createLog({ level: 'silent' })
