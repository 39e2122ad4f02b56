// What the person sees: a few lines when everything serves, a sentence when something happens.

import { homedir } from 'node:os'
import { relative } from 'node:path'
import type { DemoAccount } from './demo/demo-account.ts'

export interface Screen {
  isColoured: boolean
  line(text: string): void
  error(text: string): void
}

export interface WelcomeFacts {
  url: string
  firstSignInLink: string | undefined
  demo: DemoAccount | undefined
  logsFolder: string
  workingFolder: string
}

export interface Paint {
  bold: (text: string) => string
  dim: (text: string) => string
  blue: (text: string) => string
}

export function paint(isColoured: boolean): Paint {
  const style = (on: number, off: number) => (text: string) =>
    isColoured ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return { bold: style(1, 22), dim: style(2, 22), blue: style(34, 39) }
}

export function welcomeText(facts: WelcomeFacts, { bold, dim, blue }: Paint): string {
  const { url, firstSignInLink, demo } = facts
  const row = (name: string, value: string) => `    ${dim(name.padEnd(15))}${value}`
  const steps = [
    firstSignInLink === undefined
      ? 'Open the portal and sign in.'
      : 'Open the first sign-in link (it works once), then choose an e-mail address and a password.',
    ...(demo === undefined
      ? ['Choose "Add device" and run the command it shows on the device.']
      : [`Open the demo device and connect to its SSH: account ${bold(demo.name)}, password ${bold(demo.password)}`]),
    `Or from a terminal: ${bold(`npx farport signin --server ${url}`)}, then ${bold('npx farport connect ssh')}`,
  ]
  return [
    '',
    `  ${bold('Farport is running.')}`,
    '',
    row('Portal', blue(url)),
    ...(firstSignInLink === undefined ? [] : [row('First sign-in', blue(firstSignInLink))]),
    '',
    '  Try next',
    ...steps.map((step, index) => `    ${index + 1}. ${step}`),
    '',
    `  ${dim(`Logs: ${shortPath(facts.logsFolder, facts.workingFolder)}   Stop: Ctrl-C`)}`,
    '',
  ].join('\n')
}

function shortPath(path: string, workingFolder: string): string {
  const fromHere = relative(workingFolder, path)
  if (!fromHere.startsWith('..')) return fromHere
  return path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path
}
