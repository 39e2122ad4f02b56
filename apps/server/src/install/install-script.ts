// The shell script that a device runs to become one of ours: install.sh, with this installation's values in it.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface InstallValues {
  /** As the device reaches the server. */
  serverUrl: string
  /** Parsed: only letters, digits, dashes and dots. */
  code: string
  agentSha256: string
  /** What the server can give to devices without Node; empty texts when it has none. */
  nodePlatform: string
  nodeSha256: string
}

const placeholder = /^# @values.*$/m

export async function readInstallTemplate(): Promise<string> {
  const template = await readFile(join(import.meta.dirname, 'install.sh'), 'utf8')
  if (!placeholder.test(template)) throw new Error('install.sh has no place for values')
  return template
}

export function installScript(template: string, values: InstallValues): string {
  const lines = [
    `server_url=${quoteForShell(values.serverUrl)}`,
    `code=${quoteForShell(values.code)}`,
    `agent_sha256=${quoteForShell(values.agentSha256)}`,
    `node_platform=${quoteForShell(values.nodePlatform)}`,
    `node_sha256=${quoteForShell(values.nodeSha256)}`,
  ]
  // A function, so that a `$` in a value means nothing to `replace`.
  return template.replace(placeholder, () => lines.join('\n'))
}

/** Answered with success, so that `curl -f … | sh` runs it and the person reads why. */
export function refusalScript(sentence: string): string {
  return `#!/bin/sh\nprintf '%s\\n' ${quoteForShell(`Farport: ${sentence}`)} >&2\nexit 1\n`
}

/** One word that a POSIX shell takes literally, whatever is in it. */
export function quoteForShell(text: string): string {
  if (text.includes('\0')) throw new Error('a shell word cannot hold a zero byte')
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
