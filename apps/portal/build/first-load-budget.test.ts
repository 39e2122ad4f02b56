import type { Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { firstLoadFiles } from './first-load-budget.ts'

const chunk = (fileName: string, part: object) => ({
  type: 'chunk',
  fileName,
  isEntry: false,
  facadeModuleId: null,
  imports: [],
  dynamicImports: [],
  ...part,
})

it('the first load is the entry, what it imports, their styles and one language', () => {
  const bundle = {
    'main.js': chunk('main.js', {
      isEntry: true,
      imports: ['shared.js'],
      dynamicImports: ['later.js', 'en.js', 'ja.js'],
    }),
    'shared.js': chunk('shared.js', { imports: ['main.js'] }),
    'index.html': { type: 'asset', source: '<link rel="stylesheet" href="/style.css">' },
    'style.css': { type: 'asset', source: '' },
    'later.css': { type: 'asset', source: '' },
    'later.js': chunk('later.js', { imports: ['shared.js'] }),
    'en.js': chunk('en.js', { facadeModuleId: '/portal/src/i18n/first.en.ts' }),
    'ja.js': chunk('ja.js', { facadeModuleId: '/portal/src/i18n/ja.ts' }),
  } as unknown as Rolldown.OutputBundle
  expect(firstLoadFiles(bundle).toSorted()).toEqual(['en.js', 'main.js', 'shared.js', 'style.css'])
})
