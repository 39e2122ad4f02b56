// The front door of devices.

export { totalsAt, type ActivitySubject, type ActivityTotals, type KnownActivity } from './activity.ts'
export { recordActivity } from './activity-store.ts'
export { readActivity } from './activity-totals-store.ts'
export { dropOldActivity, ensureActivityPartitions } from './activity-upkeep-store.ts'
export { claimBudgets, demoDeviceName } from './claim-code.ts'
export { deleteExpiredClaims } from './claim-store.ts'
export type { AgentOrders, DemoHost, DevicesContext, DeviceWatcher } from './context.ts'
export type { Device, SeenDevice } from './device.ts'
export { devicePolicy, type DeviceFacts, type DeviceVerdict } from './device-policy.ts'
export { deviceTarget, type DeviceTarget } from './device-events.ts'
export { deniedRefusal, unseen } from './device-refusal.ts'
export { deviceResolvers } from './device-resolvers.ts'
export {
  allDeviceColumns,
  findDevice,
  findDeviceByKey,
  findDevices,
  holdDevices,
  keysOfDevices,
  seeDevice,
  seeDeviceForUpdate,
  seeDevices,
  toDevice,
  type DeviceRow,
} from './device-store.ts'
export { applyPresenceFacts } from './operations/apply-presence-facts.ts'
export { claimAgent, mayClaim, type ClaimByPerson } from './operations/claim-agent.ts'
export { deleteDevice } from './operations/delete-device.ts'
export { deleteDevices } from './operations/delete-devices.ts'
export { enrolDevice, type EnrolmentRequest } from './operations/enrol-device.ts'
export { findOpenCode } from './operations/find-open-code.ts'
export { handOverDevice } from './operations/hand-over-device.ts'
export { activityKeeper } from './operations/keep-activity.ts'
export { makeRegistration } from './operations/make-registration.ts'
export { markDevicesLost } from './operations/mark-devices-lost.ts'
export { offerClaim } from './operations/offer-claim.ts'
export { renameDevice } from './operations/rename-device.ts'
export { makeRestoreCode, restoreDevice } from './operations/restore-device.ts'
export { refreshAverages } from './operations/refresh-averages.ts'
export { reviseDevice } from './operations/revise-device.ts'
export { setDeviceAttributes } from './operations/set-device-attributes.ts'
export { relaysWithDevices } from './presence-store.ts'
export { deleteExpiredRegistrations } from './registration-store.ts'
export { parseTemplate, registrationCommand, templateRefusalMessages, type WantedService } from './registration.ts'
export { parseRestoreCode } from './restore-code.ts'
export { showDevice, type ShownDevice } from './shown-device.ts'
