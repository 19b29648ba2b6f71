import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import jest from 'eslint-plugin-jest';
import hooks from 'eslint-plugin-react-hooks';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

/** Rules use the types of packages: cached results are invalid once the packages change. */
const installed = createHash('sha256')
  .update(readFileSync(join(import.meta.dirname, 'node_modules/.package-lock.json')))
  .digest('hex');

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '.build',
      'dist',
      '.local',
      'cdk.out',
      'test/support/fixtures',
      // Samples of what a build writes.
      'test/cloud/infra/pages',
      'lib/local-cloud/test/functions',
      // ECMAScript 5 with PhantomJS modules.
      'test/programs/confirmation-page/phantomjs-driver.cjs',
      'dashboard/src/api/generated',
      'test/outside/generators/typescript',
      // Checked by their own compilers, once the generated part and the installed package exist.
      'clients',
      'test/outside/clients/typescript',
      // Programs of their own, with their own packages.
      'test/modules/spreadsheets/corpus/writers',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'bin/*.js', 'lib/programs/site/astro.config.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    settings: { installed },
    plugins: { 'import-sort': importSort },
    rules: {
      // One block: Node, packages, then our own modules from the farthest to the nearest.
      'import-sort/imports': ['error', { groups: [['^node:', '^@?\\w', '^\\.\\./', '^\\./']] }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // What runs in functions: a write in flight must not outlive the response.
    files: ['lib/core/**', 'lib/operations/**', 'lib/adapters/**', 'functions/**'],
    ignores: ['lib/core/settle-all.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Promise', property: 'all', message: 'Use settleAll: it rejects once every promise has settled.' },
      ],
    },
  },
  { files: ['dashboard/src/**'], ...hooks.configs.flat['recommended-latest'] },
  { files: ['dashboard/src/**/*.ts'], rules: { 'max-lines-per-function': ['error', 70] } },
  // Markup is longer than what it says.
  { files: ['dashboard/src/**/*.tsx'], rules: { 'max-lines-per-function': ['error', 100] } },
  {
    files: [
      'bin/**',
      'lib/local-cloud/**',
      'test/bench/**',
      'test/outside/aws/run.ts',
      'test/programs/drill/run.ts',
      'test/programs/faults/run.ts',
      'test/programs/fuzz/coverage/run.ts',
      'test/support/runner/run.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // Tests read untyped JSON like a customer; they assert its shape.
    files: ['test/**', 'lib/local-cloud/test/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.{test,deployed}.ts'],
    plugins: { jest },
    settings: { jest: { version: 30, globalPackage: '@jest/globals' } },
    rules: {
      // A test that cannot fail is a bug. A wait for what a browser shows is an assertion too.
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'until*', '**.waitFor*', '**.waitFor.**'] },
      ],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
  { files: ['bin/*.js'], languageOptions: { globals: { URL: 'readonly', console: 'readonly', process: 'readonly' } } },
);
