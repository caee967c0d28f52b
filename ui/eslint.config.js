import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

/** What a folder of src may not import: pages stand on widgets, those on components, all on live and http. */
const LAYERS = {
  http: ['components', 'widgets', 'table', 'lab', 'lobby', 'pages', 'tv'],
  live: ['components', 'widgets', 'table', 'lab', 'lobby', 'pages', 'tv'],
  style: ['components', 'widgets', 'table', 'lab', 'lobby', 'pages', 'tv'],
  fair: ['components', 'http', 'live', 'style', 'widgets', 'table', 'lab', 'lobby', 'pages', 'tv'],
  components: ['widgets', 'table', 'lab', 'lobby', 'pages', 'tv'],
  widgets: ['table', 'lab', 'lobby', 'pages', 'tv'],
  table: ['lab', 'lobby', 'pages', 'tv'],
  lab: ['widgets', 'table', 'lobby', 'pages', 'tv'],
  lobby: ['widgets', 'table', 'lab', 'pages', 'tv'],
  pages: ['table', 'lab', 'lobby', 'tv'],
  tv: ['lab', 'lobby', 'pages'],
}

const layer = ([folder, above]) => ({
  files: [`src/${folder}/**`],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ regex: `^(\\.\\./)+(${above.join('|')})/`, message: `src/${folder} stands below this folder.` }] },
    ],
  },
})

export default defineConfig(
  { ignores: ['src/live/protocol.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: true,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A space at the edge of an element is trimmed unless it is written as {' '}.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // The types of other components are known to svelte-check alone; to this linter they are `any`.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
    },
  },
  {
    files: ['tests/**'],
    languageOptions: { globals: globals.node },
    rules: {
      // node:test awaits its tests itself.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [ts.configs.disableTypeChecked] },
  { files: ['*.mjs', '*.js', '*.ts'], languageOptions: { globals: globals.node } },
  { files: ['public/sw.js'], languageOptions: { globals: globals.serviceworker } },
  Object.entries(LAYERS).map(layer),
)
