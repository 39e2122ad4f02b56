export const servicePage = 1
