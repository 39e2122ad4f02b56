import { describe, expect, it } from 'vitest'
import { createDemoShell } from './demo-shell.ts'

const startedAt = Date.UTC(2026, 10, 20)
const facts = { account: 'demo', hostname: 'demo-device', startedAt, now: () => startedAt + 90 * 60_000 }

describe('the demo shell', () => {
  it.each([
    ['whoami', { output: 'demo\n', exitStatus: 0 }],
    ['hostname', { output: 'demo-device\n' }],
    ['uptime', { output: 'up 0 days, 1 hour, 30 minutes\n' }],
    ['date', { output: 'Fri, 20 Nov 2026 01:30:00 GMT\n' }],
    ['echo hello   there', { output: 'hello there\n' }],
    ['echo $PATH', { output: '$PATH\n' }],
    ['ls', { output: 'README\nabout/\n' }],
    ['ls -la /', { output: 'etc/\nhome/\n' }],
    ['ls /nowhere', { errors: 'ls: /nowhere: no such file or folder\n', exitStatus: 2 }],
    ['cat ../../etc/motd', { output: 'You reached the demo device through Farport.\n' }],
    ['cat /etc/passwd', { errors: 'cat: /etc/passwd: no such file\n', exitStatus: 1 }],
    ['cat ../../../../../../etc/passwd', { errors: 'cat: ../../../../../../etc/passwd: no such file\n' }],
    ['cat about', { errors: 'cat: about: is a folder\n' }],
    ['cat __proto__', { errors: 'cat: __proto__: no such file\n' }],
    ['constructor', { errors: 'constructor: there is no such command here. Try help.\n', exitStatus: 127 }],
    ['scp -t /tmp', { errors: expect.stringContaining('takes and gives no files') as string, exitStatus: 127 }],
    ['false && echo no || echo yes; echo end', { output: 'yes\nend\n', exitStatus: 0 }],
    ['echo before; exit 3; echo after', { output: 'before\n', exitStatus: 3, ends: true }],
    ['', { output: '', errors: '', exitStatus: 0 }],
  ])('answers %s', (line, answer) => {
    expect(createDemoShell(facts).run(line)).toMatchObject(answer)
  })

  it('remembers the folder', () => {
    const shell = createDemoShell(facts)
    shell.run('cd about')
    expect(shell.folder).toBe('/home/demo/about')
    expect(shell.run('ls').output).toBe('this-shell.txt\n')
    expect(shell.run('cd README').exitStatus).toBe(1)
    shell.run('cd')
    expect(shell.folder).toBe('/home/demo')
  })

  it('explains every command', () => {
    expect(createDemoShell(facts).run('help').output).toContain('whoami')
  })
})
