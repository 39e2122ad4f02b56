// A service of a device, and the way to it, as somebody asks for them.

import type { AddedDevice } from './device.ts'
import type { Person } from './person.ts'

export interface OpenConnection {
  id: string
  host: string
  port: number
}

/** The id of a new SSH service that leads to this port of the device's own machine. */
export async function addSshService(person: Person, device: AddedDevice, port: number): Promise<string> {
  const { addService } = await person.ask<{ addService: { id: string } }>(
    `mutation ($device: String!, $port: Int!) {
      addService(deviceId: $device, name: "Shell", application: 28, host: "127.0.0.1", port: $port) { id }
    }`,
    { device: device.id, port },
  )
  return addService.id
}

export async function connectTo(person: Person, serviceId: string): Promise<OpenConnection> {
  const { connect } = await person.ask<{ connect: OpenConnection }>(
    'mutation ($service: String!) { connect(serviceId: $service) { id host port } }',
    { service: serviceId },
  )
  return connect
}
