// connections.

export const connectionsEn = {}
