import { beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runForTest } from '../testing/runForTest.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

/** Records its arguments, and prints the candidates that a test offers. */
const STUB = `#!/bin/sh
printf '%s\\n' "$*" > "$ASKED"
printf '%s' "$OFFERED"
`;

/** The only file of a directory. */
const FILE = 'notes.txt';

/** How each shell completes the last one of its arguments. */
const PROGRAMS = {
  bash: [
    '--norc',
    '-c',
    `source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sluice
     [[ $(complete -p sluice) == *'-o default'* ]] || exit 1
     if (( \${#COMPREPLY[@]} )); then printf '%s\\n' "\${COMPREPLY[@]}"; else compgen -f -- "\${@: -1}"; fi`,
    'bash',
  ],
  // The completion system is there only while a person types.
  zsh: [
    '-f',
    '-c',
    `compdef() { : }
     compadd() { shift; local none=1 word; for word in "$@"; do [[ $word == $words[CURRENT]* ]] && print -r -- $word && none=0; done; return $none }
     _files() { print -rl -- $words[CURRENT]*(N) }
     source ./zsh; words=("$@"); CURRENT=$#; _sluice`,
    'zsh',
  ],
  fish: ['-c', `source ./fish; complete -C (string join ' ' -- $argv)`],
} as const;

type Shell = keyof typeof PROGRAMS;
const SHELLS = ['bash', 'zsh', 'fish'] as const;

const isInstalled = (shell: Shell): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0;

const directory = useDirectory('completion');

beforeAll(async () => {
  await writeFile(join(directory.path, 'sluice'), STUB, { mode: 0o755 });
  await writeFile(join(directory.path, FILE), '');
  for (const shell of SHELLS) {
    await writeFile(join(directory.path, shell), (await runForTest(['completion', shell], {})).stdout);
  }
});

describe.each(SHELLS)('the script for %s', (shell) => {
  const installed = isInstalled(shell);
  const inShell = installed ? test : test.skip;
  const name = installed ? shell : `${shell} is not installed: not tested`;

  inShell(`asks with the words before the one that is typed (${name})`, async () => {
    const { words, asked } = await completeIn(shell, ['issues', '--status', 'o'], ['open', 'resolved']);
    expect(words).toEqual(['open']);
    expect(asked).toBe('__complete -- issues --status');
  });

  inShell(`offers commands and no files (${name})`, async () => {
    const { words } = await completeIn(shell, ['n'], ['names', 'issues', '--help']);
    expect(words).toEqual(['names']);
  });

  inShell(`offers files where only options may follow and none matches (${name})`, async () => {
    const { words } = await completeIn(shell, ['sourcemaps', 'upload', 'no'], ['--release', '--help']);
    expect(words).toEqual([FILE]);
  });

  inShell(`offers files where any text may follow (${name})`, async () => {
    const { words } = await completeIn(shell, ['sourcemaps', 'upload', '--url-prefix', 'no'], []);
    expect(words).toEqual([FILE]);
  });
});

test('bash completes a value after an equals sign, which is a separate word', async () => {
  const { words, asked } = await completeIn('bash', ['issues', '--status', '=', 'o'], ['open', 'resolved']);
  expect([words, asked]).toEqual([['open'], '__complete -- issues --status =']);
  expect((await completeIn('bash', ['issues', '--status', '='], ['open', 'resolved'])).words).toEqual([
    'open',
    'resolved',
  ]);
});

interface Completed {
  /** The candidates that the shell inserts or lists. */
  readonly words: readonly string[];
  /** Arguments that the program received. */
  readonly asked: string;
}

/** Completes the last word. @param offered what the program prints */
async function completeIn(shell: Shell, typed: readonly string[], offered: readonly string[]): Promise<Completed> {
  const asked = join(directory.path, 'asked');
  const env = {
    PATH: `${directory.path}:/usr/local/bin:/usr/bin:/bin`,
    HOME: directory.path,
    ASKED: asked,
    OFFERED: offered.join('\n'),
  };
  const options = { cwd: directory.path, env, encoding: 'utf8' } as const;
  const { stdout, status } = spawnSync(shell, [...PROGRAMS[shell], 'sluice', ...typed], options);
  expect(status).toBe(0);
  // fish adds a description behind a tab.
  const words = stdout.split('\n').map((line) => line.replace(/\t.*/, ''));
  return { words: words.filter((word) => word !== ''), asked: (await readFile(asked, 'utf8')).trimEnd() };
}
