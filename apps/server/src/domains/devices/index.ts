// The front door of devices.

export {
  averagesOf,
  totalsAt,
  type ActivitySubject,
  type ActivityTotals,
  type KnownActivity,
  type Track,
} from './activity.ts'
export { moveActivity, recordActivity } from './activity-store.ts'
export { readActivity, readAverages } from './activity-totals-store.ts'
export { dropOldActivity, ensureActivityPartitions } from './activity-upkeep-store.ts'
export type { AgentOrders, DevicesContext, DeviceStateChange, DeviceWatcher } from './context.ts'
export type { Device, SeenDevice } from './device.ts'
export { devicePolicy, type DeviceFacts, type DeviceVerdict } from './device-policy.ts'
export { deniedRefusal, unseen } from './device-refusal.ts'
export { deviceResolvers } from './device-resolvers.ts'
export {
  findDevice,
  findDeviceByKey,
  findDeviceForUpdate,
  findDevices,
  seeDevice,
  seeDeviceForUpdate,
  seeDevices,
  selectDevices,
  toDevice,
} from './device-store.ts'
export { applyPresenceFacts } from './operations/apply-presence-facts.ts'
export { deleteDevice } from './operations/delete-device.ts'
export { enrolDevice, type EnrolmentRequest } from './operations/enrol-device.ts'
export { findRegistrationByCode } from './operations/find-registration.ts'
export { activityKeeper } from './operations/keep-activity.ts'
export { makeRegistration } from './operations/make-registration.ts'
export { markDevicesLost } from './operations/mark-devices-lost.ts'
export { renameDevice } from './operations/rename-device.ts'
export { reviseDevice } from './operations/revise-device.ts'
export { setDeviceAttributes } from './operations/set-device-attributes.ts'
export { relaysWithDevices } from './presence-store.ts'
export { deleteExpiredRegistrations } from './registration-store.ts'
export { parseRegistrationCode, registrationCommand, type WantedService } from './registration.ts'
