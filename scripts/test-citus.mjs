// `npm run test:citus [-- packages/db/src/store]`: the tests of what runs on PostgreSQL, on a Citus cluster: that of CITUS_URL, or
// a coordinator and two nodes that this program starts. With a path, only the integration tests whose path contains it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from './build.mjs';
import { installDependencies } from './install.mjs';

const runner = path.join(import.meta.dirname, 'test.mjs');
const paths = process.argv.slice(2);

await installDependencies();
await build();
const { citusProblem, startTestCitus } = await import('../packages/testkit/dist/index.js');
const problem = citusProblem();
if (problem === undefined) process.exitCode = await runAll();
else console.log(`SKIPPED: tests on Citus ${problem}`);

async function runAll() {
  const { CITUS_URL: existing } = process.env;
  const citus = existing === undefined ? await startTestCitus() : undefined;
  const onCluster = { TEST_RUN_CITUS: existing ?? citus.url };
  try {
    const selected =
      paths.length === 0
        ? [
            'packages/db/src',
            'packages/alerts/src',
            'packages/erasure/src',
            'packages/accounting/src',
            'packages/dead-letters/src',
            'packages/issues/src',
            'packages/traces/src',
            'packages/reading/src',
            'packages/visits/src',
            'packages/cli/src/sql',
            'packages/identity/src/sql',
            'packages/sourcemaps/src/sql',
            'packages/drain/src',
            'services/housekeeping/src',
            'services/alerts/src',
            'services/api/src/(.*/)?sql/',
            'services/sourcemaps/src/(.*/)?sql/',
          ]
        : paths;
    // Each suite runs, whatever others found.
    const codes = [await run(['--selectProjects', 'int', '--', ...selected], onCluster)];
    if (paths.length === 0) {
      codes.push(await run(['--selectProjects', 'e2e', '--', 'test/e2e/(?!10-)'], { E2E_CITUS: '1' }));
      codes.push(await run(['--selectProjects', 'matrix', '--', 'test/faults/matrix/citus'], {}));
    }
    return Math.max(...codes);
  } finally {
    await citus?.stop();
  }
}

/** Resolves to the exit code of a run of tests. */
function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [runner, ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
    child.once('close', (code) => resolve(code ?? 1));
  });
}
