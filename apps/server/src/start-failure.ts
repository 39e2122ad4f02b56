// Why the server cannot start, in words that say what to do next.

import type { Config } from './config.ts'

/** Undefined for an error that has no plain explanation: that one is a fault. */
export function startFailureSentence(error: unknown, config: Config): string | undefined {
  for (const { code, syscall, message } of causesOf(error)) {
    const sentence = sentenceFor(code, syscall, message, config)
    if (sentence !== undefined) return sentence
  }
  return undefined
}

interface Cause {
  code: string
  syscall: string
  message: string
}

/** The error and what caused it, outermost first; also what a child process wrote before it failed. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = []
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) {
    const text = (name: string) => String(Reflect.get(cause, name) ?? '')
    causes.push({ code: text('code'), syscall: text('syscall'), message: `${cause.message} ${text('stderr')}` })
  }
  return causes
}

function sentenceFor(code: string, syscall: string, message: string, config: Config): string | undefined {
  const { port, host, dataDir, databaseUrl } = config
  if (message.includes('the bus cannot connect to NATS')) {
    return 'The NATS of NATS_URL cannot be reached, or refuses this user. Is it running, and is the address right?'
  }
  const geoDatabase = /the geo database (.*) cannot be read/.exec(message)?.[1]
  if (geoDatabase !== undefined) {
    return `${geoDatabase} is no database of places that can be read. Set FARPORT_GEO_DATABASE to a file in MaxMind's format, or leave it out.`
  }
  if (code === 'EADDRINUSE') return `Port ${port} is taken. Choose another with --port or FARPORT_PORT.`
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Set FARPORT_HOST to one that it has.`
  if (code === 'EACCES' && syscall === 'listen') return `Port ${port} needs privileges. Choose one above 1023.`
  if (code === 'ENOSPC' || code === '53100' || /No space left on device/i.test(message)) {
    return `The disk of ${dataDir} is full. Free some space, or choose another --data-dir.`
  }
  if (databaseUrl !== undefined) return sentenceForDatabaseUrl(code, message)
  if (['EACCES', 'EPERM', 'EROFS'].includes(code) || /Permission denied/i.test(message)) {
    return `${dataDir} cannot be written by this user. Give yourself access to it, or choose another --data-dir.`
  }
  if (['ENOTDIR', 'EEXIST', 'ENOENT', 'ENAMETOOLONG'].includes(code) && syscall === 'mkdir') {
    return `${dataDir} cannot be made there. Choose another --data-dir.`
  }
  if (/cannot be run as root|unshare/.test(message)) {
    return 'PostgreSQL does not run as root here. Start Farport as an ordinary user, or set DATABASE_URL.'
  }
  if (message.includes('the migration')) return migrationSentence(message)
  if (message.includes('PostgreSQL does not start'))
    return `The embedded PostgreSQL does not start: see ${dataDir}/postgres.log.`
  return undefined
}

const unreachableCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'ECONNRESET', 'EAI_AGAIN', 'ENOENT']

function sentenceForDatabaseUrl(code: string, message: string): string | undefined {
  if (unreachableCodes.includes(code) || /timeout expired|terminated/.test(message)) {
    return 'The database of DATABASE_URL cannot be reached. Is it running, and is the address right?'
  }
  if (code.startsWith('28')) return 'The database of DATABASE_URL refuses this user or password.'
  if (code === '3D000') return 'DATABASE_URL names a database that does not exist. Make it first.'
  if (code === '42501') return 'The user of DATABASE_URL may not make tables in that database.'
  if (message.includes('the migration')) return migrationSentence(message)
  return undefined
}

function migrationSentence(message: string): string {
  return `This version of Farport does not fit the database: ${message.trim()}.`
}
