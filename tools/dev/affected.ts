// Which programs must start anew when a file has changed. The portal is not among them: vite replaces its modules.

export type Program = 'server' | 'relay' | 'agent'

const programs: readonly Program[] = ['server', 'relay', 'agent']

/** What each program is made of, apart from its own folder. */
const packagesOf: Record<Program, readonly string[]> = {
  server: ['basics', 'contract', 'protocol', 'vocabulary'],
  relay: ['basics', 'protocol', 'session', 'transport', 'vocabulary'],
  agent: ['basics', 'protocol', 'session', 'transport', 'vocabulary'],
}

/** @param path of the file, from the root */
export function programsAffectedBy(path: string): Program[] {
  if (/\.test\.tsx?$/.test(path) || !/\.(ts|tsx|sql|graphql)$/.test(path)) return []
  const [place, name = ''] = path.split('/')
  if (place === 'apps') return programs.filter((program) => program === name)
  return place === 'packages' ? programs.filter((program) => packagesOf[program].includes(name)) : []
}
