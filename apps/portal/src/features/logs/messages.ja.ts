// logs.

export const logsJa = {}
