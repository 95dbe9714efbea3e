import { expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(__dirname, '../../..');
// It starts servers and the whole system, and waits until every message is sent.
jest.setTimeout(300_000);

const SHORT = ['--rate', '200', '--seconds', '2', '--issues', '5', '--regressions', '1', '--no-save'];

test('every issue that the benchmark opens or reopens is reported at the webhook', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/bench.mjs', 'alertsLatency', ...SHORT], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  const result = JSON.parse(stdout.trim().split('\n').at(-1));
  expect(result).toMatchObject({ part: 'alertsLatency', problems: [], newIssues: 10, resolved: 2 });
  const newIssues = result.kinds.find(({ kind }) => kind === 'new_issue');
  expect(newIssues.reported).toBeGreaterThanOrEqual(10);
});
