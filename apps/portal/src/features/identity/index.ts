// What the rest of the portal uses of identity.

export { SessionProvider, useSession, useViewer, type Session, type Viewer } from './session.tsx'
