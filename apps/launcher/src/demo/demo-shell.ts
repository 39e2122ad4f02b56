// The demo device's shell: a few harmless commands over a few made-up files. It touches nothing of the machine.

import { parseCommandLine } from './command-line.ts'
import { demoFiles, findFile, type DemoFolder } from './demo-files.ts'

export interface ShellFacts {
  account: string
  hostname: string
  startedAt: number
  now: () => number
}

export interface ShellAnswer {
  output: string
  errors: string
  exitStatus: number
  /** True after `exit`: the session is over. */
  ends: boolean
}

export interface DemoShell {
  /** Where the person is, like `/home/demo`. */
  readonly folder: string
  run(line: string): ShellAnswer
}

type Command = (
  words: string[],
  shell: { facts: ShellFacts; folder: string },
) => Partial<ShellAnswer> & { folder?: string }

const commands: Record<string, { meaning: string; run: Command }> = {
  help: { meaning: 'shows this', run: () => ({ output: helpText() }) },
  whoami: { meaning: 'tells your name here', run: (_, { facts }) => ({ output: `${facts.account}\n` }) },
  hostname: { meaning: "tells this device's name", run: (_, { facts }) => ({ output: `${facts.hostname}\n` }) },
  uptime: {
    meaning: 'tells for how long this device has been running',
    run: (_, { facts }) => ({ output: uptimeText(facts) }),
  },
  date: { meaning: 'tells the time', run: (_, { facts }) => ({ output: `${new Date(facts.now()).toUTCString()}\n` }) },
  pwd: { meaning: 'tells where you are', run: (_, { folder }) => ({ output: `${folder}\n` }) },
  ls: { meaning: 'lists a folder', run: list },
  cd: { meaning: 'goes to a folder', run: changeFolder },
  cat: { meaning: 'shows a file', run: show },
  echo: { meaning: 'says what you say', run: (words) => ({ output: `${words.join(' ')}\n` }) },
  true: { meaning: 'succeeds', run: () => ({}) },
  false: { meaning: 'fails', run: () => ({ exitStatus: 1 }) },
  exit: { meaning: 'ends the session', run: ([status]) => ({ ends: true, exitStatus: Number(status ?? 0) & 255 }) },
}

export const commandNames = Object.keys(commands)

export function createDemoShell(facts: ShellFacts): DemoShell {
  let folder = '/home/demo'

  const runOne = ([name = '', ...words]: string[]): ShellAnswer => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined) {
      const isTransfer = name === 'scp' || name === 'rsync' || name.endsWith('sftp-server')
      const errors = isTransfer
        ? 'The demo device takes and gives no files. Register a device of your own to copy files.\n'
        : `${name}: there is no such command here. Try help.\n`
      return { output: '', errors, exitStatus: 127, ends: false }
    }
    const answer = command.run(words, { facts, folder })
    folder = answer.folder ?? folder
    return { output: '', errors: '', exitStatus: 0, ends: false, ...answer }
  }

  return {
    get folder() {
      return folder
    },
    run(line) {
      const parsed = parseCommandLine(line)
      if (!parsed.ok) return { output: '', errors: `${parsed.refusal}\n`, exitStatus: 2, ends: false }
      const sum: ShellAnswer = { output: '', errors: '', exitStatus: 0, ends: false }
      for (const { after, words } of parsed.value) {
        if (sum.ends || (after === 'success' && sum.exitStatus !== 0) || (after === 'failure' && sum.exitStatus === 0))
          continue
        const answer = runOne(words)
        sum.output += answer.output
        sum.errors += answer.errors
        sum.exitStatus = answer.exitStatus
        sum.ends = answer.ends
      }
      return sum
    },
  }
}

function list(words: string[], { folder }: { folder: string }) {
  const path = words.find((word) => !word.startsWith('-')) ?? '.'
  const found = findFile(demoFiles, folder, path)
  if (found === undefined) return { errors: `ls: ${path}: no such file or folder\n`, exitStatus: 2 }
  if (typeof found.content === 'string') return { output: `${path}\n` }
  const names = Object.entries(found.content).map(([name, content]) =>
    typeof content === 'string' ? name : `${name}/`,
  )
  return { output: names.map((name) => `${name}\n`).join('') }
}

function changeFolder([path = '/home/demo']: string[], { folder }: { folder: string }) {
  const found = findFile(demoFiles, folder, path)
  if (found === undefined) return { errors: `cd: ${path}: no such folder\n`, exitStatus: 1 }
  if (typeof found.content === 'string') return { errors: `cd: ${path}: not a folder\n`, exitStatus: 1 }
  return { folder: found.path }
}

function show(paths: string[], { folder }: { folder: string }) {
  if (paths.length === 0) return { errors: 'cat: say which file, like: cat README\n', exitStatus: 1 }
  const answer = { output: '', errors: '', exitStatus: 0 }
  for (const path of paths) {
    const content: string | DemoFolder | undefined = findFile(demoFiles, folder, path)?.content
    if (typeof content === 'string') answer.output += content
    else {
      answer.errors += `cat: ${path}: ${content === undefined ? 'no such file' : 'is a folder'}\n`
      answer.exitStatus = 1
    }
  }
  return answer
}

function helpText(): string {
  return Object.entries(commands)
    .map(([name, { meaning }]) => `  ${name.padEnd(10)} ${meaning}\n`)
    .join('')
}

const amount = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

function uptimeText({ now, startedAt }: ShellFacts): string {
  const minutes = Math.floor((now() - startedAt) / 60_000)
  const parts = [amount(Math.floor(minutes / 1440), 'day'), amount(Math.floor(minutes / 60) % 24, 'hour')]
  return `up ${[...parts, amount(minutes % 60, 'minute')].join(', ')}\n`
}
