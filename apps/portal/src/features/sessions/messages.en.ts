// sessions.

export const sessionsEn = {}
