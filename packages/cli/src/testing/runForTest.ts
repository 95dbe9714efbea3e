import { runCli, type CliIo } from '../runCli.js';

/** Output of a command line. */
export interface CommandOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, not on a terminal unless `io` says so. @param env the only variables it sees */
export async function runForTest(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal = new AbortController().signal,
  io: Partial<Pick<CliIo, 'isErrorTerminal' | 'columns' | 'root' | 'stderr'>> = {},
): Promise<CommandOutput> {
  let stdout = '';
  let stderr = '';
  const code = await runCli(words, {
    env,
    root: '/nonexistent',
    clock: () => Date.now(),
    signal,
    isTerminal: false,
    isErrorTerminal: false,
    columns: 100,
    version: '1.2.3',
    stdout: (text) => (stdout += text),
    stdoutBytes: async (bytes) => {
      stdout += bytes.toString('latin1');
      return Promise.resolve();
    },
    stderr: (text) => (stderr += text),
    ...io,
  });
  return { code, stdout, stderr };
}
