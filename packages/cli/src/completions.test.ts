import { describe, expect, test } from '@jest/globals';
import { runForTest } from './testing/runForTest.js';

const NOWHERE = {};

describe('completion', () => {
  test('offers commands, then those of a group, then options', async () => {
    expect(await offered()).toEqual(expect.arrayContaining(['issues', 'doctor', 'help', '--version']));
    expect(await offered('issues')).toEqual(expect.arrayContaining(['list', 'show', 'resolve', '--status']));
    expect(await offered('issues', 'resolve')).toEqual(expect.arrayContaining(['--in', '--json']));
    expect(await offered('help', 'issues')).toEqual(expect.arrayContaining(['list', 'show']));
  });

  test.each([
    [
      ['issues', '--status'],
      ['open', 'new', 'regressed', 'assigned', 'resolved', 'ignored', 'all'],
    ],
    [
      ['issues', 'list', '--level'],
      ['fatal', 'error', 'warning', 'info'],
    ],
    [
      ['logs', '--follow', '--level', '='],
      ['fatal', 'error', 'warning', 'info', 'debug', 'trace'],
    ],
    [
      ['hits', '--name', 'list', '--kind'],
      ['pageview', 'custom'],
    ],
    [
      ['key', 'add', 'acme/shop', '--kind'],
      ['public', 'server'],
    ],
    [
      ['traces', '--status='],
      ['ok', 'error', 'cancelled'],
    ],
    [
      ['dead-letters', 'list', '--state'],
      ['waiting', 'retry', 'discarded'],
    ],
    [['issues', 'list', '--json', '--release'], []],
  ])('after %j offers the values of the option alone', async (typed, values) => {
    expect(await offered(...typed)).toEqual(values);
  });

  test('continues after a value', async () => {
    expect(await offered('issues', '--status', 'open')).toEqual(expect.arrayContaining(['--level', '--json']));
  });

  test('offers the values of an argument', async () => {
    expect(await offered('completion')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
    expect(await offered('names', 'list')).not.toContain('metric');
    expect(await offered('names', 'list', 'acme/shop')).toEqual(expect.arrayContaining(['metric', 'release']));
  });

  test('hides the command of the scripts from help and completion', async () => {
    const root = await runForTest(['--help'], NOWHERE);
    const { stdout } = await runForTest(['completion', '--help'], NOWHERE);
    expect(root.stdout + stdout).not.toMatch(/__complete|\bwords\b/);
    expect(await offered()).not.toContain('__complete');
  });

  test('refuses another shell, and names those that it knows', async () => {
    const said = await runForTest(['completion', 'powershell'], NOWHERE);
    expect(said).toMatchObject({ code: 2, stderr: expect.stringMatching(/bash, zsh, fish\./) });
  });
});

async function offered(...typed: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await runForTest(['__complete', '--', ...typed], NOWHERE);
  expect(code).toBe(0);
  return stdout.split('\n').filter((word) => word !== '');
}
