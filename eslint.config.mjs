import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const ENVIRONMENT = [
  { object: 'process', property: 'env', message: 'Only main.ts reads the environment; take a config.' },
  { object: 'process', property: 'exit', message: 'Only main.ts exits.' },
];
const URL_SYNTAX = {
  object: 'URL',
  property: 'canParse',
  message: 'On Node 20 it rejects URLs that are valid. Use urlOf of @sluice/runtime, or of @sluice/uploader.',
};

/** Boundaries that a layer tool cannot see: who may touch the environment, the clock's raw form, the console. */
const onlyEntryPointsReadTheEnvironment = {
  files: ['packages/*/src/**/*.ts', 'services/*/src/**/*.ts'],
  ignores: [
    '**/main.ts',
    '**/runService.ts',
    '**/*.test.ts',
    'packages/testkit/**',
    'packages/cli/**',
    'packages/embedded/**',
  ],
  rules: {
    'no-restricted-properties': ['error', ...ENVIRONMENT, URL_SYNTAX],
  },
};
/** Pages run in browsers. */
const inBrowsers = {
  files: ['packages/dashboard/src/**/*.ts'],
  ignores: ['**/*.test.ts'],
  rules: { 'no-restricted-properties': ['error', ...ENVIRONMENT] },
};

/** A literal that is spread into a literal says nothing, and hides how long the list is. */
const noPackedLiterals = ['Object', 'Array'].map((kind) => ({
  selector: `:matches(${kind}Expression, CallExpression, NewExpression) > SpreadElement > ${kind}Expression`,
  message: 'Write the properties or elements themselves.',
}));

/**
 * An assertion that runs only sometimes passes when it should have run and did not; one about a few hexadecimal digits fails when
 * a random id contains them.
 */
const assertionsAlwaysHold = {
  files: ['**/*.test.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      ...noPackedLiterals,
      ...['IfStatement[alternate=null]', 'CatchClause', 'LogicalExpression'].map((around) => ({
        selector: `${around} CallExpression[callee.name='expect']`,
        message: 'This assertion may not run. Compute the expected value and assert it unconditionally.',
      })),
      {
        selector:
          "CallExpression[callee.property.name='toContain'][callee.object.property.name='not'] > Literal[value=/^[0-9a-f]{1,5}$/i]",
        message: 'A random id may contain this by chance. Use a longer needle, or one that is not hexadecimal.',
      },
    ],
  },
};

/** An index names what it exports, so that an export without an importer is found. */
const indexesNameTheirExports = {
  files: ['**/*.ts'],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-syntax': [
      'error',
      ...noPackedLiterals,
      { selector: 'ExportAllDeclaration', message: 'Name the exports: export { a, type B } from …' },
    ],
  },
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.data*/**',
      'coverage/**',
      '.sluice-cache/**',
      'packages/otlp/src/generated/**',
      'test/fixtures/**',
    ],
  },
  js.configs.recommended,
  { rules: { 'no-restricted-syntax': ['error', ...noPackedLiterals] } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './packages/client/tsconfig.json', './packages/dashboard/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 75, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts', 'packages/testkit/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
    },
  },
  // An index is a list; its length is that of the package.
  { files: ['packages/*/src/index.ts'], rules: { 'max-lines': 'off' } },
  { files: ['**/main.ts', 'packages/cli/**/*.ts', 'test/load/**/*.ts'], rules: { 'no-console': 'off' } },
  onlyEntryPointsReadTheEnvironment,
  inBrowsers,
  assertionsAlwaysHold,
  indexesNameTheirExports,
  { files: ['**/*.mjs', '**/*.cjs'], languageOptions: { globals: globals.node } },
  { files: ['packages/dashboard/public/**/*.js'], languageOptions: { globals: globals.browser } },
);
