// Which programs must start anew when a file has changed. The portal is not among them: vite replaces its modules.

const programs = ['server', 'relay', 'agent'] as const
export type Program = (typeof programs)[number]

/** The workspaces that a workspace names in its package.json: `apps/relay` needs `packages/session`. */
export type NeedsOf = (workspace: string) => readonly string[]

/** @param path of the file, from the root */
export function programsAffectedBy(path: string, needsOf: NeedsOf): Program[] {
  if (/\.test\.tsx?$/.test(path) || !/\.(ts|tsx|sql|graphql)$/.test(path)) return []
  const workspace = path.split('/').slice(0, 2).join('/')
  return programs.filter((program) => allNeedsOf(`apps/${program}`, needsOf).has(workspace))
}

/** The workspace itself, what it needs, and what that needs. */
function allNeedsOf(workspace: string, needsOf: NeedsOf): Set<string> {
  const found = new Set([workspace])
  for (const each of found) for (const need of needsOf(each)) found.add(need)
  return found
}
