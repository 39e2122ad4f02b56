// A client's address and port, as the device is told.

export function sourceText(address: string, port: number): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`
}
