// The front door of access: every operation asks here before it acts.

export {
  actorOf,
  actsFor,
  allowed,
  clausesFor,
  decide,
  decideInAccount,
  decideOperator,
  decideService,
  hasWholeAccount,
  permissionsOn,
  type Actor,
  type Clause,
  type Grant,
  type ResourceFacts,
  type Scope,
  type Share,
  type Verdict,
} from './access.ts'
export { accountRefusal, noSuchAccount, requireInAccount } from './access-refusal.ts'
export { createAccessChanges, type AccessChange, type AccessChanges } from './access-changes.ts'
export {
  anyDeviceClause,
  anyNetworkClause,
  deviceClause,
  guestsOfDevices,
  loadActor,
  memberGrants,
  networkClause,
  sightDevices,
  sightNetworks,
  toScope,
} from './access-store.ts'
