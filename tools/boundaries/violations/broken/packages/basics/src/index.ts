export const basics = 1
