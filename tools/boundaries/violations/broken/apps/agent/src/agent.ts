export const agent = 1
