import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { renderUnit, unitName } from './systemd-unit.ts'

const deploy = new URL('../../../../deploy/systemd/', import.meta.url)
const hasSystemdAnalyze = (() => {
  try {
    execFileSync('systemd-analyze', ['--version'])
    return true
  } catch {
    return false
  }
})()

test('the unit in deploy/systemd is the one that would be installed from /opt/farport', async () => {
  const paths = { node: '/opt/farport/node_modules/.bin/node', program: '/opt/farport/apps/agent/src/main.ts' }
  expect(await readFile(new URL(unitName, deploy), 'utf8')).toBe(renderUnit(paths))
})

test('paths with odd characters stay one word', () => {
  expect(renderUnit({ node: '/opt/my node', program: '/srv/100%/$x/"y"\\z' })).toContain(
    'ExecStart="/opt/my node" "/srv/100%%/$$x/\\"y\\"\\\\z" run',
  )
})

test.runIf(hasSystemdAnalyze)('systemd understands the units', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'farport-units-'))
  try {
    const agent = join(directory, unitName)
    const relay = join(directory, 'farport-relay.service')
    await writeFile(agent, renderUnit({ node: process.execPath, program: import.meta.filename }))
    const relayText = await readFile(new URL('farport-relay.service', deploy), 'utf8')
    await writeFile(relay, relayText.replace('/opt/farport/node_modules/.bin/node', process.execPath))
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', agent, relay])
    expect(stderr).not.toContain(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
})
