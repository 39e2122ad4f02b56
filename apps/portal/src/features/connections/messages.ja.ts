// connections.

export const connectionsJa = {}
