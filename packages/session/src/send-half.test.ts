import { expect, it } from 'vitest'
import { connectResumable } from './resumable-ends.ts'
import { turns, until } from './session-ends.ts'

/** A stream beside one with much to send, over a slow link. */
async function besideBulk() {
  const ends = await connectResumable({ conditions: { bytesPerMs: 100 } })
  const [file, shell] = [await ends.stream(), await ends.stream()]
  void file.near.send(Buffer.alloc(100_000))
  await turns(3)
  return { ends, shell }
}

it('who writes a few bytes is not asked to stop, and who goes on is', async () => {
  const { ends, shell } = await besideBulk()
  await using _ = ends
  let written = 1
  while (shell.near.stream.write(Buffer.alloc(100))) written += 1
  expect(written).toBeGreaterThan(1)
  expect(written).toBeLessThan(1000)
  await until(() => shell.far.receivedBytes === written * 100)
})

it('who writes much is asked at once', async () => {
  const { ends, shell } = await besideBulk()
  await using _ = ends
  expect(shell.near.stream.write(Buffer.alloc(20_000))).toBe(false)
  await until(() => shell.far.receivedBytes === 20_000)
})
