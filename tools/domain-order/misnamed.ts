// Where a place is divided by the words of the product, each part bears one of them.

import { words } from './domain-order.ts'

const places = [
  { place: 'apps/server/src/domains/', part: /^([^/]+)/ },
  { place: 'apps/portal/src/features/', part: /^([^/]+)/ },
  { place: 'apps/cli/src/commands/', part: /^([^/]+)\// },
  { place: 'packages/contract/schema/', part: /^(?!common\.)([^/]+)\.graphql$/ },
]

/** @param paths files, from the root of the repository */
export function findMisnamed(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const found = places.find(({ place }) => path.startsWith(place))
    const word = found && found.part.exec(path.slice(found.place.length))?.[1]
    return word === undefined || words.includes(word) ? [] : [`${path}: "${word}" is no word of the product.`]
  })
}
