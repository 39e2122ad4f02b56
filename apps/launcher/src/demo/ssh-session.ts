// One SSH session of the demo device: a conversation, or one command. Files and other subsystems are refused politely.

import { createInterface } from 'node:readline'
import type { ServerChannel, Session } from 'ssh2'
import { commandNames, createDemoShell, type DemoShell, type ShellFacts } from './demo-shell.ts'

const idleMsMax = 30 * 60_000
const lineLengthMax = 4096
/** Who asks on without reading the answers is cut off. */
const unreadBytesMax = 1024 * 1024

export function serveSession(session: Session, facts: ShellFacts): void {
  const shell = createDemoShell(facts)
  const terminal = { isTerminal: false, columns: 80 }
  session.on('pty', (accept, _reject, { cols }) => {
    terminal.isTerminal = true
    terminal.columns = cols
    // A client may ask without wanting an answer; then there is nothing to call.
    accept?.()
  })
  session.on('window-change', (accept, _reject, { cols }) => {
    terminal.columns = cols
    session.emit('farport-resize')
    accept?.()
  })
  session.on('shell', (accept) => talk(session, accept(), shell, terminal, facts))
  session.on('exec', (accept, _reject, { command }) => {
    const channel = accept()
    const answer = shell.run(command.slice(0, lineLengthMax))
    channel.stderr.write(answer.errors)
    channel.write(answer.output)
    end(channel, answer.exitStatus)
  })
  session.on('subsystem', (accept, _reject, { name }) => {
    const channel = accept()
    channel.stderr.write(shell.run(name === 'sftp' ? 'sftp-server' : name).errors)
    end(channel, 1)
  })
}

/** A conversation, with line editing when there is a terminal. */
function talk(
  session: Session,
  channel: ServerChannel,
  shell: DemoShell,
  terminal: { isTerminal: boolean; columns: number },
  facts: ShellFacts,
): void {
  // Readline asks its output for `columns` and listens for `resize`, as of a terminal.
  const output = Object.defineProperty(channel, 'columns', { get: () => terminal.columns })
  session.on('farport-resize', () => output.emit('resize'))
  const lines = createInterface({
    input: channel,
    output,
    terminal: terminal.isTerminal,
    historySize: 100,
    completer: (line: string) => [commandNames.filter((name) => name.startsWith(line)), line],
  })
  const newline = terminal.isTerminal ? '\r\n' : '\n'
  const say = (text: string) => channel.write(text.replaceAll('\n', newline))
  const ask = () => {
    lines.setPrompt(
      terminal.isTerminal ? `${facts.account}@${facts.hostname}:${shell.folder.replace('/home/demo', '~')}$ ` : '',
    )
    lines.prompt()
  }
  let exitStatus = 0
  const idle = setTimeout(() => {
    say('\nGood-bye: nobody typed for half an hour.\n')
    lines.close()
  }, idleMsMax)

  channel.on('data', () => {
    idle.refresh()
    if (channel.writableLength > unreadBytesMax) lines.close()
    // Kills a line that no person types: it would only fill the memory.
    if (lines.line.length > lineLengthMax) lines.write(null, { ctrl: true, name: 'u' })
  })
  channel.on('error', () => lines.close())
  lines.on('line', (line) => {
    const answer = shell.run(line.slice(0, lineLengthMax))
    exitStatus = answer.exitStatus
    say(answer.errors + answer.output)
    if (answer.ends) lines.close()
    else ask()
  })
  lines.on('SIGINT', () => {
    say('^C\n')
    lines.write(null, { ctrl: true, name: 'u' })
    ask()
  })
  // Without a listener readline would suspend this whole process.
  lines.on('SIGTSTP', () => {})
  lines.once('close', () => {
    clearTimeout(idle)
    end(channel, exitStatus)
  })
  if (terminal.isTerminal) say(`${shell.run('cat /etc/motd').output}Type help to see what you can do here.\n\n`)
  ask()
}

function end(channel: ServerChannel, exitStatus: number): void {
  if (!channel.writable) return
  channel.exit(exitStatus)
  channel.end()
}
