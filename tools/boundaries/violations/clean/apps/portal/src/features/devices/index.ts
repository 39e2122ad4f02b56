export const devicePage = 1
