import { describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { buildProgram } from './program.js';
import { runForTest } from './testing/runForTest.js';

const NOWHERE = {};

describe('wrong usage', () => {
  test.each([
    [['frobnicate'], "unknown command 'frobnicate' (see sluice --help)"],
    [['org', 'lst'], "unknown command 'lst' (Did you mean list?) (see sluice org --help)"],
    [['org', 'list', '--colour'], "unknown option '--colour'"],
    [['org', 'list', 'acme'], 'too many arguments'],
    [['project', 'create'], "missing required argument 'project'"],
    [['token', 'create', '--org', 'acme'], "required option '--scopes <list>' not specified"],
    [['project', 'show', 'acme'], '"acme" is not of the form <org>/<project>'],
    [['project', 'set', 'acme/web', 'colour=red'], 'unknown setting colour'],
    [['tail', '--type', 'trace'], '"trace" is not an event type: exception, log, span, hit, replay'],
    [['tail', '--limit', '0'], '"0" must be a whole number'],
    [['usage', 'acme', '--from', 'yesterday'], '"yesterday" is not a time'],
    [['dead-letters', 'retry'], 'give ids of dead letters, or --all'],
    [['dead-letters', 'discard', 'abc'], '"abc" is not an id: give at least its first 8 digits'],
    [['demo', '--dsn', 'nonsense'], '"nonsense" is not a DSN'],
  ])('%j ends with 2 and one line', async (words, message) => {
    const said = await runForTest(words, NOWHERE);
    expect(said.code).toBe(2);
    expect(said.stdout).toBe('');
    expect(said.stderr).toContain(message);
    expect(said.stderr.trim().split('\n')).toHaveLength(1);
  });

  test('with --json, stdout holds the error and nothing else', async () => {
    const said = await runForTest(['org', 'list', '--colour', '--json'], NOWHERE);
    expect(said.code).toBe(2);
    expect(JSON.parse(said.stdout)).toEqual({
      error: { code: 'usage', message: "unknown option '--colour' (see sluice org list --help)" },
    });
  });

  test.each([[[]], [['org']]])('%j shows the commands on stderr', async (words) => {
    const said = await runForTest(words, NOWHERE);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain('Commands:');
  });
});

describe('finding a command', () => {
  test.each([
    [['issues', 'shw', 'abc'], "unknown command 'shw' (Did you mean show?)"],
    [['releases', 'lst'], "unknown command 'lst' (Did you mean list?)"],
    [['isues'], "unknown command 'isues' (Did you mean issues?)"],
    [['help', 'isues'], "unknown command 'isues' (Did you mean issues?)"],
    [['help', 'issues', 'shw'], "unknown command 'shw' (Did you mean show?)"],
    [['help', 'nope'], "unknown command 'nope' (see sluice --help)"],
    [['nope', '--help'], "unknown command 'nope' (see sluice --help)"],
    [['issues', 'shw', '-h'], "unknown command 'shw' (Did you mean show?)"],
  ])('%j suggests the nearest name', async (words, message) => {
    const said = await runForTest(words, NOWHERE);
    expect(said).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  test.each([
    [
      ['help', 'issues', 'show'],
      ['issues', 'show', '--help'],
    ],
    [
      ['help', 'issues'],
      ['issues', '--help'],
    ],
    [['help'], ['--help']],
  ])('%j prints the help of the command', async (words, same) => {
    const [said, expected] = [await runForTest(words, NOWHERE), await runForTest(same, NOWHERE)];
    expect(said).toEqual(expected);
    expect(said).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: sluice') });
  });

  test('a group alone, or with options only, runs its fallback', async () => {
    const said = await runForTest(['issues', '--limit', '0'], NOWHERE);
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('set SLUICE_URL') });
  });
});

/** The commands that run, with the words that name each. */
function leavesOf(
  command: Command,
  path: readonly string[] = [],
): readonly { readonly path: readonly string[]; readonly command: Command }[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((child) => leavesOf(child, [...path, child.name()]));
}

describe('a value that an unset variable leaves out', () => {
  const program = buildProgram(() => Promise.resolve(), {
    words: [],
    stdout: () => undefined,
    stderr: () => undefined,
    columns: 100,
    version: '1.2.3',
  });
  const leaves = leavesOf(program);
  const options = leaves.flatMap(({ path, command }) =>
    command.options
      .filter(({ required }) => required)
      .map(({ long }) => [`${path.join(' ')} ${long ?? ''}`, [...path, long ?? '']] as const),
  );

  test.each(options)('%s is wrong usage without one', async (_name, words) => {
    const [empty, taken, last] = await Promise.all([
      runForTest([...words, ''], NOWHERE),
      runForTest([...words, '--json'], NOWHERE),
      runForTest(words, NOWHERE),
    ]);
    expect([empty.code, taken.code, last.code]).toEqual([2, 2, 2]);
    expect(empty.stderr).toContain('The value is empty. Is a shell variable unset?');
    expect(taken.stderr).toContain('The value is missing: an option follows. If --json is the value, write');
    expect(last.stderr).toContain('argument missing');
  });

  test('an option in its place does not upload for real', async () => {
    const words = ['sourcemaps', 'upload', '.', '--release', '--dry-run'];
    const { code, stderr } = await runForTest(words, NOWHERE);
    expect([code, stderr]).toEqual([
      2,
      "sluice: option '--release <version>' argument '--dry-run' is invalid. The value is missing: an option follows. " +
        'If --dry-run is the value, write --release=--dry-run (see sluice sourcemaps upload --help)\n',
    ]);
  });

  test('a value that looks like an option is one where it is written with =', async () => {
    const words = ['sourcemaps', 'upload', '/nowhere', '--release=--dry-run'];
    expect((await runForTest(words, NOWHERE)).stderr).not.toContain('is missing: an option');
  });

  test.each([
    [['project', 'create', ''], "command-argument value '' is invalid for argument 'project'"],
    [['issues', 'merge', 'a', 'b', ''], "command-argument value '' is invalid for argument 'others'"],
  ])('%j is wrong usage', async (words, message) => {
    const { code, stderr } = await runForTest(words, NOWHERE);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('help', () => {
  const program = buildProgram(() => Promise.resolve(), {
    words: [],
    stdout: () => undefined,
    stderr: () => undefined,
    columns: 100,
    version: '1.2.3',
  });
  const paths = leavesOf(program).map(({ path }) => path);
  const groups = paths.flatMap((path) => path.slice(0, -1).map((_, index) => path.slice(0, index + 1).join(' ')));
  const everywhere = [[], ...[...new Set(groups)].map((path) => path.split(' ')), ...paths];
  test.each(everywhere.map((path) => [path.join(' '), path] as const))(
    'of "%s" fits 80 columns',
    async (_name, path) => {
      const { stdout } = await runForTest([...path, '--help'], NOWHERE, undefined, { columns: 80 });
      // An example is a command line, which must stay whole.
      expect(stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('  $ '))).toEqual([]);
    },
  );

  test.each(paths.map((path) => [path.join(' '), path] as const))('%s has examples and --json', async (_name, path) => {
    const said = await runForTest([...path, '--help'], NOWHERE);
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain(`Examples:\n  $ sluice ${path.join(' ')}`);
    expect(said.stdout).toContain('--json');
  });
});

test('--version prints it', async () => {
  expect(await runForTest(['--version'], NOWHERE)).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
});

describe('where nothing runs', () => {
  test('it prints a remedy', async () => {
    const said = await runForTest(['org', 'list'], NOWHERE);
    expect(said.code).toBe(1);
    expect(said.stderr).toMatch(
      /^sluice: No running system found .* Run npm start, or set DATABASE_URL or DATA_DIR\.\n$/,
    );
  });

  test('a database that does not answer is named, without its password', async () => {
    const said = await runForTest(['org', 'list', '--json'], {
      DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/sluice',
    });
    expect(said.code).toBe(1);
    expect(JSON.parse(said.stdout)).toMatchObject({ error: { code: 'unreachable' } });
    expect(said.stderr).toContain('Cannot use the database sluice at 127.0.0.1:1');
    expect(said.stdout + said.stderr).not.toContain('secret');
  });

  test('demo explains how to create a project if the system has none', async () => {
    expect((await runForTest(['demo'], NOWHERE)).stderr).toContain('run npm start first');
    const { code, stderr } = await runForTest(['demo'], { SLUICE_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /\(was it started with DEMO=0\?\)\. Run sluice org create acme, then sluice project create acme\/web/,
    );
  });

  test('doctor reports it as a finding', async () => {
    const said = await runForTest(['doctor', '--json'], { DATABASE_URL: 'postgres://127.0.0.1:1/sluice' });
    expect(said.code).toBe(1);
    const { ok, checks } = JSON.parse(said.stdout) as { ok: boolean; checks: { name: string; status: string }[] };
    expect(ok).toBe(false);
    expect(checks.find(({ name }) => name === 'database')).toMatchObject({ status: 'fail' });
  });
});
