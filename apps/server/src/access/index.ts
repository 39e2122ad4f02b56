// The front door of access: every operation asks here before it acts.

export {
  allowed,
  decide,
  decideOperator,
  grantsWith,
  ownerActor,
  permissionsOn,
  type AccessRefusalCode,
  type Actor,
  type Grant,
  type ResourceFacts,
  type Verdict,
} from './access.ts'
