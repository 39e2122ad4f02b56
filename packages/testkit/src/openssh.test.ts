import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSsh, runScp, runSsh, sha256Of, startOpensshServer } from './openssh.ts'

describe('OpenSSH', () => {
  it('logs in, runs a command, copies a file and is cut', async () => {
    await using server = await startOpensshServer()
    expect(await runSsh(server, 'whoami; exit 3')).toEqual({ code: 3, output: `${userInfo().username}\n` })

    const [from, to] = [join(server.folder, 'from'), join(server.folder, 'to')]
    await writeFile(from, randomBytes(100_000))
    expect(await runScp(server, from, `remote:${to}`)).toMatchObject({ code: 0 })
    expect(await sha256Of(to)).toBe(await sha256Of(from))

    await using session = openSsh(server, 'echo open; cat')
    await session.printed('open')
  })

  it('lets nobody in by another key', async () => {
    await using server = await startOpensshServer()
    await using other = await startOpensshServer()
    expect(await runSsh({ ...server, clientKey: other.clientKey }, 'whoami')).toMatchObject({ code: 255 })
  })
})
