// sessions.

export const sessionsJa = {}
