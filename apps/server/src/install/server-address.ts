// Which address a device is to use: the configured one, unless that means "this machine" and the device is another.

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `host` is the Host header: what the device itself just used, and so reaches. */
export function serverAddressFor(publicUrl: string, host: string | undefined): string {
  const isLocalOnly = loopbackNames.has(new URL(publicUrl).hostname)
  if (!isLocalOnly || host === undefined || !hostPattern.test(host) || !URL.canParse(`http://${host}`)) return publicUrl
  return new URL(`http://${host}`).origin
}
