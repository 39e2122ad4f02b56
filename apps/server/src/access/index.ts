// The front door of access: every operation asks here before it acts.

export {
  allowed,
  decide,
  decideOperator,
  grantsWith,
  ownerActor,
  permissionsOn,
  type Actor,
  type Grant,
  type Verdict,
} from './access.ts'
