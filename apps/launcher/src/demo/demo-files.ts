// The files of the demo device. They exist in memory only.

export type DemoFolder = { [name: string]: string | DemoFolder }

export const demoFiles: DemoFolder = {
  etc: { motd: 'You reached the demo device through Farport.\n' },
  home: {
    demo: {
      README: [
        'Welcome.',
        '',
        'This device has no open port. Its agent keeps one connection to the relay,',
        'and what you type travels through it: encrypted by SSH, from your client to here.',
        '',
        'Look at the session in the portal while this one is open, then disconnect it there.',
        'Next, register a device of your own: portal, "Add device".',
        '',
      ].join('\n'),
      about: {
        'this-shell.txt': [
          'A shell of a few commands, made for the demo. It cannot run programs, read or write',
          'files of this machine, or forward ports. A device of yours offers its own, real shell.',
          '',
        ].join('\n'),
      },
    },
  },
}

export interface FoundFile {
  path: string
  content: string | DemoFolder
}

/** A path as a person writes it: absolute, relative, with `.`, `..` and `~`. */
export function findFile(root: DemoFolder, folder: string, path: string): FoundFile | undefined {
  const absolute = path.replace(/^~(?=$|\/)/, '/home/demo')
  const parts = (absolute.startsWith('/') ? absolute : `${folder}/${absolute}`).split('/')
  const steps: string[] = []
  for (const part of parts) {
    if (part === '..') steps.pop()
    else if (part !== '' && part !== '.') steps.push(part)
  }
  let content: string | DemoFolder = root
  for (const step of steps) {
    if (typeof content === 'string' || !Object.hasOwn(content, step)) return undefined
    content = content[step] ?? ''
  }
  return { path: `/${steps.join('/')}`, content }
}
