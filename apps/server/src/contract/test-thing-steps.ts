// For tests: documents about devices and all that hangs on them.

import { expect } from 'vitest'
import { account, service, isTrue, anId, aCode, aLink, aCommand, numbers, oneWith, type Step } from './test-steps.ts'

/** In an order in which each finds what it needs. */
export const thingSteps: readonly Step[] = [
  {
    name: 'SetTag',
    variables: (world) => ({ ...account(world), tag: [{ name: 'lab', color: 6 }, { name: '実験室' }] }),
    answer: isTrue('setTag'),
  },
  {
    name: 'AddTag',
    variables: (world) => ({ ...account(world), serviceId: [world.device.id], name: ['lab', 'attic'] }),
    answer: isTrue('addTag'),
  },
  {
    name: 'RenameTag',
    variables: (world) => ({ ...account(world), from: 'attic', to: 'cellar' }),
    answer: isTrue('renameTag'),
  },
  {
    name: 'MergeTag',
    variables: (world) => ({ ...account(world), from: 'cellar', to: 'lab' }),
    answer: isTrue('mergeTag'),
  },
  {
    name: 'Tags',
    variables: account,
    answer: () => {
      const created = expect.any(String) as unknown
      const color = expect.any(Number) as unknown
      const tags = [
        { name: '実験室', color, created },
        { name: 'lab', color: 6, created },
      ]
      return { login: { account: { tags: expect.arrayContaining(tags) as unknown } } }
    },
  },
  {
    name: 'DeviceCount',
    variables: (world) => ({ ...account(world), size: 0, tag: { operator: 'ALL', values: ['LAB'] }, owner: true }),
    answer: () => ({ login: { account: { devices: { total: 1 } } } }),
  },
  {
    name: 'DeviceList',
    variables: (world) => ({
      ...account(world),
      size: 50,
      from: 0,
      name: 'lab',
      state: 'active',
      tag: { values: ['lab'] },
      sort: 'state,name',
      owner: true,
      application: [28],
      platform: [769],
      deviceTSType: 'AVAILABILITY',
      deviceTSResolution: 'DAY',
      deviceTSLength: 7,
      serviceTSType: 'CONNECT',
      serviceTSResolution: 'HOUR',
      serviceTSLength: 24,
    }),
    answer: (world) => {
      const services = [{ id: world.serviceId, port: 22, protocol: 'TCP', timeSeries: { data: numbers(24) } }]
      const device = {
        id: world.device.id,
        state: 'active',
        permissions: ['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN'],
        tags: [{ name: 'lab', color: 6 }],
        timeSeries: { type: 'AVAILABILITY', resolution: 'DAY', data: numbers(7) },
        services,
      }
      return { login: { account: { devices: { total: 1, items: [device] } } } }
    },
  },
  {
    name: 'DevicePreload',
    variables: (world) => ({ ...account(world), ids: [world.device.id], timezone: 'Asia/Tokyo' }),
    answer: ({ device: { id } }) => ({
      login: { account: { device: [{ id, timeSeries: { type: 'ONLINE_DURATION', data: numbers(7) } }] } },
    }),
  },
  {
    name: 'Device',
    variables: (world) => ({ ...account(world), id: [world.device.id] }),
    answer: ({ device: { id } }) => {
      const services = [{ timeSeries: { type: 'CONNECT_DURATION' } }]
      const notificationSettings = { emailNotifications: null, desktopNotifications: null }
      return { login: { device: [{ id, supportedAppInstalls: [], notificationSettings, services }] } }
    },
  },
  {
    name: 'AddService',
    variables: ({ device }) => ({
      deviceId: device.id,
      name: 'Web',
      application: 7,
      host: 'localhost',
      port: 80,
      enabled: true,
    }),
    answer: () => ({ addService: { id: anId } }),
    keepAs: 'web',
  },
  {
    name: 'UpdateService',
    variables: ({ kept }) => ({
      id: kept['web'],
      name: 'Web shop',
      application: 8,
      port: 8443,
      presenceAddress: 'shop',
    }),
    answer: ({ kept }) => ({ updateService: { id: kept['web'] } }),
  },
  {
    name: 'Rename',
    variables: ({ kept }) => ({ serviceId: kept['web'], name: 'Shop' }),
    answer: isTrue('renameService'),
  },
  {
    name: 'SetAttributes',
    variables: (world) => ({ ...service(world), attributes: { description: 'mine', $farport: { route: 'failover' } } }),
    answer: () => ({ setAttributes: { description: 'mine', $farport: { route: 'failover' } } }),
  },
  {
    name: 'Search',
    variables: (world) => ({ id: world.ownerId, size: 10, name: 'shop' }),
    answer: ({ kept }) => ({
      login: { account: { devices: { items: [{ services: oneWith({ id: kept['web'], name: 'Shop' }) }] } } },
    }),
  },
  {
    name: 'CreateNetwork',
    variables: (world) => ({ ...account(world), name: 'Night shift' }),
    answer: () => ({ createNetwork: { id: anId } }),
    keepAs: 'network',
  },
  {
    name: 'UpdateNetwork',
    variables: ({ kept }) => ({ id: kept['network'], name: 'Day shift' }),
    answer: ({ kept }) => ({ updateNetwork: { id: kept['network'] } }),
  },
  {
    name: 'SetConnection',
    variables: (world) => ({ ...service(world), networkId: world.kept['network'], port: 33_022, name: 'door' }),
    answer: isTrue('addNetworkConnection'),
  },
  {
    name: 'AddNetworkTag',
    variables: ({ kept }) => ({ networkId: kept['network'], name: ['lab'] }),
    answer: isTrue('addNetworkTag'),
  },
  {
    name: 'AddNetworkShare',
    variables: ({ kept, friendEmail }) => ({ networkId: kept['network'], email: [friendEmail] }),
    answer: isTrue('addNetworkShare'),
  },
  {
    name: 'Networks',
    variables: account,
    answer: (world) => {
      const network = {
        name: 'Day shift',
        owner: { id: world.ownerId },
        tags: [{ name: 'lab' }],
        access: [{ user: { email: world.friendEmail } }],
        connections: [
          { name: 'door', port: 33_022, service: { id: world.serviceId, device: { id: world.device.id } } },
        ],
      }
      return { login: { account: { networks: [network] } } }
    },
  },
  {
    name: 'NetworkServices',
    variables: ({ kept }) => ({ id: kept['network'] }),
    answer: ({ serviceId }) => ({ login: { network: { connections: [{ service: { id: serviceId } }] } } }),
  },
  {
    name: 'RemoveNetworkShare',
    variables: ({ kept, friendEmail }) => ({ networkId: kept['network'], email: [friendEmail] }),
    answer: isTrue('removeNetworkShare'),
  },
  {
    name: 'RemoveNetworkTag',
    variables: ({ kept }) => ({ networkId: kept['network'], name: ['lab'] }),
    answer: isTrue('removeNetworkTag'),
  },
  {
    name: 'RemoveConnection',
    variables: (world) => ({ ...service(world), networkId: world.kept['network'] }),
    answer: isTrue('removeNetworkConnection'),
  },
  {
    name: 'DeleteNetwork',
    variables: ({ kept }) => ({ networkId: kept['network'] }),
    answer: isTrue('deleteNetwork'),
  },
  {
    name: 'Share',
    variables: ({ device, friendEmail, serviceId }) => ({
      deviceId: device.id,
      email: [friendEmail],
      scripting: true,
      services: [{ serviceId, action: 'ADD' }],
    }),
    answer: isTrue('share'),
  },
  {
    name: 'Guests',
    variables: account,
    answer: ({ device, friendEmail }) => ({
      login: { account: { guest: [{ user: { email: friendEmail }, devices: [{ id: device.id }], networks: [] }] } },
    }),
  },
  {
    name: 'Contacts',
    answer: ({ friendEmail }) => ({ login: { contacts: oneWith({ email: friendEmail }) } }),
  },
  {
    name: 'UnShare',
    variables: ({ device, friendEmail }) => ({ deviceId: device.id, email: [friendEmail] }),
    answer: isTrue('share'),
  },
  {
    name: 'LeaveDevice',
    variables: ({ sharedDevice }) => ({ deviceId: sharedDevice.id, email: [] }),
    answer: isTrue('share'),
  },
  {
    name: 'Connect',
    variables: (world) => ({ ...service(world), hostIP: '0.0.0.0' }),
    answer: () => ({ connect: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown, timeout: 900 } }),
    keepAs: 'connection',
  },
  {
    name: 'Sessions',
    variables: (world) => ({ own: world.ownerId, other: world.partnerId }),
    answer: (world) => {
      const target = { id: world.serviceId, device: { id: world.device.id } }
      const session = { id: world.kept['connection'], user: { id: world.ownerId }, target }
      return { login: { _own: { sessions: [session] }, _other: { sessions: [] } } }
    },
  },
  {
    name: 'Connections',
    variables: (world) => ({ ids: [world.device.id] }),
    answer: ({ device: { id } }) => ({ login: { device: [{ id, access: [] }] } }),
  },
  {
    name: 'Disconnect',
    variables: (world) => ({ ...service(world), connectionId: world.kept['connection'] }),
    answer: isTrue('disconnect'),
  },
  {
    name: 'Survey',
    variables: (world) => ({ ...service(world), sessionId: world.kept['connection'], quality: 100 }),
    answer: isTrue('rateConnection'),
  },
  {
    name: 'SetLink',
    variables: ({ kept }) => ({ serviceId: kept['web'], password: 'open sesame', enabled: true }),
    answer: () => ({
      setConnectLink: { enabled: true, url: expect.stringContaining('localhost') as unknown, code: aCode },
    }),
  },
  { name: 'RemoveLink', variables: ({ kept }) => ({ serviceId: kept['web'] }), answer: isTrue('removeConnectLink') },
  {
    name: 'SetDeviceNotification',
    variables: ({ device }) => ({ deviceID: device.id, emailNotifications: true, desktopNotifications: null }),
    answer: isTrue('setNotificationSettings'),
  },
  {
    name: 'NotificationSettings',
    variables: () => ({ emailNotifications: true, desktopNotifications: true, urlNotifications: false }),
    answer: isTrue('setNotificationSettings'),
  },
  {
    name: 'Logs',
    variables: (world) => ({ account: world.ownerId, size: 200 }),
    answer: ({ friendEmail }) => ({
      login: { account: { events: { items: oneWith({ type: 'DEVICE_SHARE', users: [{ email: friendEmail }] }) } } },
    }),
  },
  {
    name: 'LogsUrl',
    variables: (world) => ({ account: world.ownerId }),
    answer: () => ({ login: { account: { eventsUrl: aLink } } }),
  },
  {
    name: 'DeviceLogs',
    variables: ({ device }) => ({ id: [device.id], size: 5 }),
    answer: () => ({ login: { device: [{ events: { hasMore: true, items: [{}, {}, {}, {}, {}] } }] } }),
  },
  {
    name: 'DeviceLogsUrl',
    variables: ({ device }) => ({ id: [device.id] }),
    answer: () => ({ login: { device: [{ eventsUrl: aLink }] } }),
  },
  {
    name: 'Registration',
    variables: (world) => ({
      ...account(world),
      name: 'pi',
      platform: 1072,
      tags: ['lab'],
      services: [{ application: 28, port: 2222 }],
      oneTimeUse: true,
    }),
    answer: () => ({ login: { account: { registrationCode: aCode, registrationCommand: aCommand } } }),
  },
  {
    name: 'Restore',
    variables: (world) => ({ ...account(world), id: [world.device.id] }),
    answer: () => ({ login: { account: { device: [{ restoreCode: aCode, restoreCommand: aCommand }] } } }),
  },
  { name: 'Claim', variables: (world) => ({ ...account(world), code: 'NOSUCHC0' }), answer: 'NOT_FOUND' },
  {
    name: 'RemoveTag',
    variables: (world) => ({ ...account(world), serviceId: [world.device.id], name: ['lab'] }),
    answer: isTrue('removeTag'),
  },
  {
    name: 'DeleteTag',
    variables: (world) => ({ ...account(world), name: ['lab', '実験室'] }),
    answer: isTrue('deleteTag'),
  },
  { name: 'RemoveService', variables: ({ kept }) => ({ id: kept['web'] }), answer: isTrue('removeService') },
  {
    name: 'TransferDevice',
    variables: ({ toTransfer, heirEmail }) => ({ deviceId: toTransfer.id, email: heirEmail }),
    answer: isTrue('transfer'),
  },
  { name: 'DeleteDevice', variables: ({ toDelete }) => ({ deviceId: toDelete.id }), answer: isTrue('deleteDevice') },
  {
    name: 'DeleteDevices',
    variables: ({ toDeleteToo }) => ({ deviceId: toDeleteToo.map((device) => device.id) }),
    answer: isTrue('deleteDevices'),
  },
]
