// Which projects of jest.config.mjs each suite runs, and how.

/** Environment of a run whose services are processes of their own; otherwise one process runs all services. */
const separateProcesses = { E2E_MODE: 'processes' };
/** What arrives, is resolved, read and counted. Command lines (10-…) talk to the same HTTP interface in both modes. */
const ESSENTIAL = '2\\.1-|3\\.4-|4\\.1-ingest|6-|8-accounting';
/** Tests with a budget of time, and those that take whole systems down, run one file at a time. */
const serial = ['--maxWorkers=1'];

/** The tests of each file in another order in each run. Failed files run again in the order of their text. */
const randomOrder = ['--randomize'];

/** These tests wait for servers a third of the time: with one process for each core, two cores took 377 s instead of 292 s. */
const threeAtOnce = ['--maxWorkers=3'];

const main = [
  {
    title: 'unit, integration and end-to-end tests',
    projects: ['unit', 'int', 'e2e', 'smoke'],
    args: [...randomOrder, ...threeAtOnce],
    grouped: true,
  },
];

const rest = [
  {
    title: 'slow tests',
    projects: ['slow'],
    args: ['--testPathPatterns', '/packages/(?!sourcemaps/)|/services/[^/]+/src/|/scripts/|/test/load/'],
  },
  // Source maps have a budget of time, which other tests would take from them.
  { title: 'slow tests of source maps', projects: ['slow'], args: [...serial, '--', 'packages/sourcemaps/'] },
  { title: 'browsers, and slow end-to-end tests', projects: ['browser', 'e2e-slow'] },
  { title: 'hostile inputs, faults and deployment', projects: ['hostile', 'faults', 'deploy'], args: serial },
  {
    title: 'essential end-to-end tests with separate processes',
    projects: ['e2e'],
    args: ['--testPathPatterns', `test/e2e/(${ESSENTIAL})`],
    env: separateProcesses,
  },
];

const long = [
  { title: 'slowest tests', projects: ['nightly', 'browser-nightly', 'systems-nightly'], args: serial },
  {
    title: 'other end-to-end tests with separate processes',
    projects: ['e2e'],
    args: ['--testPathPatterns', `test/e2e/(?!10-|${ESSENTIAL})`],
    env: separateProcesses,
  },
  { title: 'fault matrix', projects: ['matrix'], args: serial },
  { title: 'builds with frameworks', projects: ['frameworks'], args: serial },
  { title: 'random faults', projects: ['nemesis'], args: serial, env: { NEMESIS_MINUTES: '10' } },
];

/** Runs of Jest by suite. `node scripts/test.mjs --suite=<name>` runs one. */
export const suites = {
  fast: [{ title: 'unit tests', projects: ['unit'], grouped: true }],
  main,
  rest,
  all: [...main, ...rest],
  nightly: [...main, ...rest, ...long],
};

/** Programs of the repository that a suite runs after Jest. Each counts as one test. */
export const programs = { nightly: ['scripts/mutate.mjs', 'scripts/guards.mjs'] };
