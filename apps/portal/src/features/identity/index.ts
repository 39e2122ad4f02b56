// What the rest of the portal uses of identity.

export { useChangeLanguage } from './account/use-change-language.ts'
export { SessionProvider, startSession, useSession, useViewer } from './session.tsx'
export { isNewOperator, type SessionStore } from './session/session-store.ts'
