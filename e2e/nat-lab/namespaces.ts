// Networks of this machine's kernel that know nothing of each other: needs root and `ip` (iproute2). All of them are
// removed in the end, and their names are drawn at random, so that several labs can stand side by side. What a test that
// was killed has left is removed by the next one: the names tell whose they are.

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { runProgram } from '@farport/testkit'

/** What to start so that a program runs inside. */
export function commandIn({ name }: Pick<Namespace, 'name'>, program: string, args: readonly string[] = []) {
  return { command: 'ip', args: ['netns', 'exec', name, program, ...args] }
}

export interface Namespace {
  /** As `ip netns` knows it. */
  readonly name: string
  /** Runs lines of shell inside, and answers what they print. Throws when one of them fails. */
  run(script: string): Promise<string>
}

export class Namespaces implements AsyncDisposable {
  readonly #prefix = `fp${process.pid}-${randomBytes(3).toString('hex')}`
  readonly #names: string[] = []

  /** Of processes that are no more. */
  async removeOrphans(): Promise<void> {
    for (const line of (await command(['ip', 'netns', 'list'])).split('\n')) {
      const [, name, owner] = /^(fp(\d+)-\S+)/.exec(line) ?? []
      if (name !== undefined && !existsSync(`/proc/${owner}`)) await command(['ip', 'netns', 'del', name])
    }
  }

  async create(label: string): Promise<Namespace> {
    const name = `${this.#prefix}-${label}`
    await command(['ip', 'netns', 'add', name])
    this.#names.push(name)
    const namespace = { name, run: (script: string) => command(['ip', 'netns', 'exec', name, 'sh', '-ec', script]) }
    // No waiting for another machine that might have the same IPv6 address: there is none.
    await namespace.run(
      'ip link set lo up; for f in all default; do echo 0 > /proc/sys/net/ipv6/conf/$f/accept_dad; done',
    )
    return namespace
  }

  /** A cable: `[namespace, name of the interface there]` at each end. */
  async connect([one, oneName]: [Namespace, string], [other, otherName]: [Namespace, string]): Promise<void> {
    const peer = ['peer', 'name', otherName, 'netns', other.name]
    await command(['ip', 'link', 'add', oneName, 'netns', one.name, 'type', 'veth', ...peer])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.#names.splice(0)) await command(['ip', 'netns', 'del', name])
  }
}

async function command([program = '', ...args]: string[]): Promise<string> {
  const { code, output } = await runProgram({ command: program, args })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${output}`)
  return output
}
