import { describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import path from 'node:path';

/** A process runs what `node scripts/build.mjs` made. */
const BUILT = path.resolve(import.meta.dirname, '../dist/index.js');
const SECRET = 'hunter2';

test.each<[string, string]>([
  ['a thrown error', 'setTimeout(() => { throw failed(); });'],
  ['a rejected promise', 'void Promise.reject(failed());'],
  ['a thrown value that is not an error', `setTimeout(() => { throw { args: ['${SECRET}'] }; });`],
  ['a promise rejected with such a value', `void Promise.reject({ args: ['${SECRET}'] });`],
  [
    'an error event without a listener',
    "const { EventEmitter } = await import('node:events'); setTimeout(() => new EventEmitter().emit('error', failed()));",
  ],
])(
  '%s that is not caught is logged in one line without the arguments of drivers and ends the process',
  async (_what, code) => {
    const { stdout, stderr, code: exitCode } = await run(code);
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({ level: 60, service: 'test', msg: 'uncaught error' });
    expect(stdout).not.toContain(SECRET);
  },
);

test('wrong settings are one line each and exit code 78', async () => {
  const ended = await run('', { ADMIN_PORT: '-1', LOG_LEVEL: 'loud' });
  expect(ended).toMatchObject({ code: 78, stdout: '' });
  expect(ended.stderr.split('\n')).toEqual([
    'ADMIN_PORT=-1: must be a whole number from 0 to 65535',
    expect.stringMatching(/^LOG_LEVEL=loud: must be one of fatal, /),
    '',
  ]);
});

test('a failed start is logged and exits with 1', async () => {
  const { code, stdout } = await run("throw new Error('no');");
  expect(code).toBe(1);
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ msg: 'cannot start' });
});

test('SIGTERM stops the service and exits with 0', async () => {
  const { code, stdout } = await run("process.kill(process.pid, 'SIGTERM');", { ADMIN_PORT: '0' });
  expect(code).toBe(0);
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
    msg: 'effective settings',
    settings: { ADMIN_PORT: '0', ADMIN_HOST: '127.0.0.1', LOG_LEVEL: 'info' },
  });
});

describe('a service with a public port', () => {
  /** Prints each phase of its server with the status of `/readyz` and the gauge, and runs `whenRunning` after the start. */
  const program = (drainMs: number, whenRunning: string): string => `
    import { createServer } from 'node:net';
    import { defineSettings, runService, SERVER_PROCESS_SETTINGS } from ${JSON.stringify(BUILT)};
    const probe = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => probe.once('listening', resolve));
    const adminPort = probe.address().port;
    await new Promise((resolve) => probe.close(resolve));
    const say = async (event) => {
      const { status } = await fetch('http://127.0.0.1:' + adminPort + '/readyz');
      const metrics = await (await fetch('http://127.0.0.1:' + adminPort + '/metrics')).text();
      console.log(JSON.stringify([event, status, ...metrics.match(/^sluice_ready.*$/gm)]));
    };
    const signal = (name) => process.kill(process.pid, name);
    const part = {
      name: 'http',
      start: async () => void setTimeout(async () => { await say('runs'); ${whenRunning} }, 10),
      stop: () => say('stops'),
    };
    const publicServer = { port: () => 1, shutdownMs: 0, drain: () => void setTimeout(() => say('drains'), 10) };
    runService({ ADMIN_PORT: String(adminPort), LOG_LEVEL: 'warn', DRAIN_MS: '${drainMs}' }, {
      name: 'test', process: SERVER_PROCESS_SETTINGS, settings: defineSettings({}),
      create: () => ({ parts: [part], checks: [{ name: 'redis', check: async () => undefined }], publicServer }),
    });`;
  const [PASSES, STOPPING] = ['sluice_ready{check="redis"} 1', 'sluice_ready{check="shutdown"} 0'];
  const events = (stdout: string): unknown[] =>
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);

  test('on SIGTERM fails readiness first, and stops its server after the drain', async () => {
    const { code, stdout } = await runProgram(program(1_000, "signal('SIGTERM');"));
    expect(code).toBe(0);
    expect(events(stdout)).toEqual([
      ['runs', 200, PASSES],
      ['drains', 503, PASSES, STOPPING],
      ['stops', 503, PASSES, STOPPING],
    ]);
  });

  test('on SIGINT stops without a drain', async () => {
    const { code, stdout } = await runProgram(program(600_000, "signal('SIGINT');"));
    expect(code).toBe(0);
    expect(events(stdout)).toContainEqual(['stops', 503, PASSES, STOPPING]);
  });

  test('ends at once at a second signal', async () => {
    const { code, stdout } = await runProgram(
      program(600_000, "signal('SIGTERM'); setTimeout(() => signal('SIGTERM'), 100);"),
    );
    expect(code).toBe(1);
    expect(events(stdout)).not.toContainEqual(['stops', 503, PASSES, STOPPING]);
  });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a service whose `start` is `code`; resolves when the process has ended. */
function run(code: string, env: Record<string, string> = { ADMIN_PORT: '0', LOG_LEVEL: 'warn' }): Promise<Ended> {
  const program = `
    import { defineSettings, PROCESS_SETTINGS, runService } from ${JSON.stringify(BUILT)};
    const failed = () => Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['${SECRET}'] } });
    // Like a server, it would run indefinitely.
    const start = async () => { setInterval(() => undefined, 1_000); ${code} };
    const part = { name: 'test', start, stop: () => Promise.resolve() };
    runService(${JSON.stringify(env)}, {
      name: 'test', process: PROCESS_SETTINGS, settings: defineSettings({}), create: () => ({ parts: [part], checks: [] }),
    });`;
  return runProgram(program);
}

/** Runs a module; resolves when its process has ended. */
function runProgram(program: string): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    child.on('close', (exitCode) => resolve({ ...said, code: exitCode }));
  });
}
