// Reads the list of processes that `ps -A -o pid=,ppid=,args=` prints.

export interface ChildProgram {
  pid: number
  command: string
}

export function childrenOf(parent: number, listing: string): ChildProgram[] {
  return listing.split('\n').flatMap((line) => {
    const [, pid, parentPid, command] = /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line) ?? []
    return command !== undefined && Number(parentPid) === parent ? [{ pid: Number(pid), command }] : []
  })
}
