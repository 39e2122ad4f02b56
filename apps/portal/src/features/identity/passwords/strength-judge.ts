// The thread that judges how hard a password is to guess: the dictionaries are large, and a page must not wait for them.

import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import * as japanese from '@zxcvbn-ts/language-ja'

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary, ...japanese.dictionary },
  graphs: common.adjacencyGraphs,
  // It would take seconds.
  useLevenshteinDistance: false,
})

addEventListener('message', ({ data }: MessageEvent<{ password: string; known: string[] }>) => {
  postMessage(judge.check(data.password, data.known).score)
})
