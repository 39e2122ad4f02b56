// logs.

export const logsEn = {}
