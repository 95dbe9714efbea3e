import { runCli } from '../runCli.js';

/** What a command line said. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process. @param env the only variables it sees */
export async function runForTest(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Said> {
  let stdout = '';
  let stderr = '';
  const code = await runCli(words, {
    env,
    root: '/nonexistent',
    clock: () => Date.now(),
    signal,
    isTerminal: false,
    columns: 100,
    version: '1.2.3',
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}
