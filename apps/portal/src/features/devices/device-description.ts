// The description of a device is one of its attributes.

export function deviceDescription(device: { attributes: Record<string, unknown> }): string {
  const description = device.attributes['description']
  return typeof description === 'string' ? description : ''
}
