// What a run may be told by the environment: shorter to try, longer to be sure.

export function setting(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual)
  if (!(value > 0)) throw new RangeError(`${name} is a number above 0, not '${process.env[name]}'`)
  return value
}
