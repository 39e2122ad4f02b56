import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createEnrolmentWorld, idOf, refused } from './test-enrolment.ts'

const world = await createEnrolmentWorld()
afterAll(() => world[Symbol.asyncDispose]())
const { server, owner, newCode, enrol, devices } = world

describe('several devices are deleted', () => {
  const remove = (ids: readonly string[]) => `mutation { deleteDevices(deviceId: ${JSON.stringify(ids)}) }`

  it('together, each with its event', async () => {
    const person = await server.newPerson()
    const code = await newCode('', person)
    const ids = [idOf(await enrol(code)), idOf(await enrol(code)), idOf(await enrol(code))]
    expect(await person.ask(remove([...ids.slice(0, 2), ids[0] ?? '']))).toEqual({ deleteDevices: true })
    expect(await devices('id', person)).toEqual([{ id: ids[2] }])
    const query = '{ login { account { events(types: [DEVICE_DELETE]) { total } } } }'
    expect(await person.ask(query)).toEqual({ login: { account: { events: { total: 2 } } } })
  })

  it('all or none', async () => {
    const person = await server.newPerson()
    const id = idOf(await enrol(await newCode('', person)))
    expect(await refused(person, remove([id, 'd-0000000000000000']))).toEqual({
      code: 'NOT_FOUND',
      message: 'A device id could not be found. Deselect d-0000000000000000 and try again.',
    })
    expect(await devices('id', person)).toEqual([{ id }])
  })

  it('not when one is shared with the person, who can leave it', async () => {
    const guest = await server.newPerson()
    const { login } = await guest.ask<{ login: { email: string } }>('{ login { email } }')
    const id = idOf(await enrol(await newCode('(name: "borrowed")')))
    await owner.ask(`mutation { share(deviceId: "${id}", email: ["${login.email}"]) }`)
    expect(await refused(guest, remove([id]))).toEqual({
      code: 'FORBIDDEN',
      message: 'You cannot delete a shared device. Deselect or leave "borrowed" and try again.',
    })
    const force = `mutation { deleteDevice(deviceId: "${id}", force: true) }`
    expect(await refused(guest, force)).toEqual({ code: 'FORBIDDEN', message: 'You need the manage permission.' })
  })

  it('at most a thousand', async () => {
    const ids = Array.from({ length: 1001 }, () => 'd-0000000000000000')
    const { body } = await owner.query('mutation ($ids: [String!]) { deleteDevices(deviceId: $ids) }', { ids })
    expect(body).toMatchObject({ errors: [{ message: 'At most 1,000 devices can be deleted at once.' }] })
  })

  it('none, when none is named', async () => {
    expect(await owner.ask('mutation { deleteDevices }')).toEqual({ deleteDevices: true })
  })

  it('with as many questions for thirty as for two', async () => {
    const person = await server.newPerson()
    const code = await newCode('', person)
    const some = async (count: number) =>
      Promise.all(Array.from({ length: count }, async () => idOf(await enrol(code))))
    const cost = async (ids: readonly string[]) => {
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      await person.ask(remove(ids))
      const { length } = asked.mock.calls
      asked.mockRestore()
      return length
    }
    await cost(await some(2))
    const forTwo = await cost(await some(2))
    // Something else of the server may ask at the same time, but hardly each time.
    const costs = [await cost(await some(30)), await cost(await some(30)), await cost(await some(30))]
    expect(Math.min(...costs)).toBeLessThan(forTwo + 5)
  })
})
