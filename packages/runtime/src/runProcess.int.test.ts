import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import path from 'node:path';

/** A process runs what `node scripts/build.mjs` made. */
const BUILT = path.resolve(import.meta.dirname, '../dist/index.js');
const SECRET = 'hunter2';

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a component whose `start` is `code`; ends when the process does. */
function runComponent(code: string): Promise<Ended> {
  const program = `
    import { createLogger, runProcess } from ${JSON.stringify(BUILT)};
    const failed = () => Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['${SECRET}'] } });
    // As a server does, it would go on for ever.
    const start = async () => { setInterval(() => undefined, 1_000); ${code} };
    runProcess(createLogger('test'), () => ({ start, stop: () => Promise.resolve() }));`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    child.on('close', (exitCode) => resolve({ ...said, code: exitCode }));
  });
}

test.each<[string, string]>([
  ['an error that is thrown', 'setTimeout(() => { throw failed(); });'],
  ['a promise that is rejected', 'void Promise.reject(failed());'],
  ['what is no error', `setTimeout(() => { throw { args: ['${SECRET}'] }; });`],
  ['what is no error, rejected', `void Promise.reject({ args: ['${SECRET}'] });`],
  [
    'an event that nobody hears',
    "const { EventEmitter } = await import('node:events'); setTimeout(() => new EventEmitter().emit('error', failed()));",
  ],
])(
  '%s and caught by nobody is one line without what a driver added, and ends the process with 1',
  async (_what, code) => {
    const { stdout, stderr, code: exitCode } = await runComponent(code);
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({ level: 60, service: 'test', msg: 'caught by nobody' });
    expect(stdout).not.toContain(SECRET);
  },
);
