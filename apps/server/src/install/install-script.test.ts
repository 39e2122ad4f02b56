import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { installScript, quoteForShell, readInstallTemplate, refusalScript } from './install-script.ts'

const values = {
  serverUrl: 'http://localhost:8080',
  code: 'abc',
  agentSha256: 'a'.repeat(64),
  nodePlatform: 'linux-x64',
  nodeSha256: 'b'.repeat(64),
}

const runSh = (script: string) => spawnSync('sh', ['-c', script], { encoding: 'utf8' })

describe('the install script', () => {
  it.each(['plain', `it's`, '$(id)', '`id`', 'a\nb', '"', '\\', '', '$&', "'; exit 7; '"])(
    'holds %j as a value and nothing else',
    (value) => {
      expect(runSh(`printf %s ${quoteForShell(value)}`).stdout).toBe(value)
    },
  )

  it('reads well to a POSIX shell, with its values set', async () => {
    const script = installScript(await readInstallTemplate(), values)
    expect(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
    expect(script).toContain(`server_url='http://localhost:8080'\ncode='abc'\n`)
  })

  it('does nothing when its download was cut, wherever that was', async () => {
    const script = installScript(await readInstallTemplate(), { ...values, serverUrl: 'http://127.0.0.1:1' })
    const cuts = Array.from({ length: 40 }, (_, index) => Math.floor((index / 40) * script.lastIndexOf('main "$@"')))
    for (const cut of cuts) {
      const { stdout } = spawnSync('/bin/sh', [], { input: script.slice(0, cut), encoding: 'utf8', env: { PATH: '' } })
      expect(stdout).toBe('')
    }
  })

  it('says why when there is nothing to install', () => {
    expect(runSh(refusalScript("It's over."))).toMatchObject({ status: 1, stdout: '', stderr: "Farport: It's over.\n" })
  })
})
