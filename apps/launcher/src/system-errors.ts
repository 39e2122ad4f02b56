// What the operating system refused, in words that say what to do next.

/** Undefined for an error that has no plain explanation: that one is a fault. */
export function explainSystemError(error: unknown, path: string): string | undefined {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return `${path} cannot be written by this user. Give yourself access to it, or choose another --data-dir.`
    case 'EROFS':
      return `${path} is on a disk that can only be read. Choose another --data-dir.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of ${path} is full. Free some space, or choose another --data-dir.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} cannot be a folder, because a file stands in its way. Choose another --data-dir.`
    case 'ENOENT':
      return `${path} cannot be made there. Choose another --data-dir.`
    case 'ENAMETOOLONG':
      return `The path ${path} is too long. Choose a shorter --data-dir.`
    default:
      return undefined
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
