import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bundlePrograms } from '../testing/runProgram.js';
import { startStandIn, type StandIn } from '../testing/startStandIn.js';
import { useResource } from '@sluice/testkit/useResource';

let server: StandIn;

const programs = useResource(bundlePrograms, (started) => started.remove());
beforeEach(async () => {
  server = await startStandIn();
});
afterEach(() => server.stop());
const bare = (body: string): string => `// Without the SDK.\n${body}`;

/** Prints the timers that keep a program alive when it would end. */
const PRINT_WAITS = `const start = setTimeout;
  globalThis.setTimeout = (run, ms, ...more) => {
    if (ms === 2_000) console.log('waits ' + ms + ' ms');
    return start(run, ms, ...more);
  };
`;

const CRASHES: [name: string, body: string, modes: string[]][] = [
  ['an error that is thrown later', `setTimeout(() => { throw new TypeError('crash'); }, 1);`, []],
  ['an error that is thrown at once', `throw new TypeError('crash');`, []],
  ['an error of the engine', `setTimeout(() => JSON.parse('{crash'), 1);`, []],
  ['an error with properties', `setTimeout(() => { throw Object.assign(new Error('crash'), { code: 7 }); }, 1);`, []],
  ['a rejected promise', `setTimeout(async () => { throw new Error('crash'); }, 1);`, []],
  ['a promise rejected with no error', `setTimeout(() => { Promise.reject('crash'); }, 1);`, []],
];
// Older versions of Node abort if asynchronous work that depends on its context follows.
if (!/^v20\.19\.[0-5]$/.test(process.version))
  CRASHES.push([
    'a rejected promise, strictly',
    `setTimeout(async () => { throw new Error('crash'); }, 1);`,
    ['strict'],
  ]);

describe('a process that no handler keeps alive', () => {
  it.each(CRASHES)('%s: its report arrives, and it ends as without the SDK', async (_name, body, [mode]) => {
    const flags = mode === undefined ? [] : [`--unhandled-rejections=${mode}`];
    const [ended, expected] = [await programs.run(program(body), flags), await programs.run(bare(body), flags)];

    expect(server.events).toMatchObject([{ type: 'exception', payload: { level: 'fatal', handled: false } }]);
    expect(server.of('exception')[0]?.payload.message).toMatch(/crash|JSON/);
    expect(ended.code).toBe(1);
    expect(expected.code).toBe(1);
    expect(printed(ended.stderr)).toMatch(/^\w+: [^]+Node\.js v/);
    expect(printed(ended.stderr)).toBe(printed(expected.stderr));
  });

  it('a thrown text: its report arrives, the text is printed, and the exit code is 1', async () => {
    const ended = await programs.run(program(`setTimeout(() => { throw 'crash'; }, 1);`));

    expect(server.of('exception')).toMatchObject([{ payload: { message: 'crash', level: 'fatal', handled: false } }]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('crash');
  });

  const TRAPS = `new Proxy({}, { get() { throw new Error('trap'); }, getPrototypeOf() { throw new Error('trap'); } })`;
  it.each([
    ['a proxy that cannot be read', `setTimeout(() => { throw ${TRAPS}; }, 1);`],
    [
      'a revoked proxy',
      `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); setTimeout(() => { throw proxy; }, 1);`,
    ],
    ['a promise rejected with one', `setTimeout(() => { Promise.reject(${TRAPS}); }, 1);`],
  ])('%s: its report arrives, and it ends as without the SDK', async (_name, body) => {
    const [ended, expected] = [await programs.run(program(body)), await programs.run(bare(body))];

    expect(server.of('exception')).toMatchObject([
      { payload: { message: '[object]', level: 'fatal', handled: false } },
    ]);
    expect(ended.code).toBe(expected.code);
  });

  it('sends its server key in a header to the end, because proxies log addresses', async () => {
    const key = `sls_${'0f'.repeat(32)}`;
    const dsn = `dsn: '${server.dsn.replace(/\/\/.*@/, `//${key}@`)}'`;
    await programs.run(program(`sluice.log('info', 'x'); setTimeout(() => { throw new Error('crash'); }, 1);`, dsn));

    expect(server.events).toHaveLength(2);
    const expected = { url: '/api/envelope', auth: `Service service_key=${key}` };
    expect(server.asked).toEqual(server.asked.map(() => expected));
  });

  it('is reported with the scope in which it occurred', async () => {
    const body = `sluice.withScope(() => {
      sluice.setUser({ id: 'u1' });
      sluice.span('work', () => setTimeout(() => { throw new Error('crash'); }, 1));
    });`;
    await programs.run(program(body));

    const [exception] = server.of('exception');
    expect(exception?.contexts).toMatchObject({ 'user.id': 'u1', 'runtime.name': 'node' });
    expect(exception?.contexts?.['trace.id']).toBe(server.of('span')[0]?.payload.traceId);
  });

  it('sends earlier logs, and spans whose root has not ended', async () => {
    const body = `sluice.log('info', 'before');
      const root = sluice.startInactiveSpan('root');
      root.run(() => sluice.span('inner', () => undefined));
      setTimeout(() => { throw new Error('crash'); }, 1);`;
    await programs.run(program(body));

    expect(server.of('log')).toHaveLength(1);
    expect(server.of('span')).toMatchObject([{ payload: { name: 'inner' } }]);
    expect(server.of('exception')).toHaveLength(1);
  });

  it('passes exit code 1 to listeners of exit', async () => {
    const body = `process.on('exit', (code) => console.log('exit', code)); setTimeout(() => { throw new Error(); }, 1);`;

    expect((await programs.run(program(body))).stdout).toBe('exit 1\n');
  });

  it.each([
    ['there are domains', `require('node:domain').create();`, 1],
    [
      'another tracker ends it when it has reported',
      `const other = () => setTimeout(() => process.exit(7), 200);
       process.on('uncaughtException', Object.assign(other, { _errorHandler: true }));`,
      7,
    ],
    [
      'there is another copy of the SDK',
      `delete require.cache[require.resolve('./sluice.cjs')];
       require('./sluice.cjs').init({ transport: () => ({ send: () => {} }) });`,
      1,
    ],
  ])('ends also where %s', async (_where, body, code) => {
    const ended = await programs.run(program(`${body} setTimeout(() => { throw new Error('crash'); }, 1);`));

    expect(server.of('exception')).toMatchObject([{ payload: { level: 'fatal' } }]);
    expect(ended.code).toBe(code);
  });

  it('waits at most two seconds for a server that does not respond', async () => {
    const silent = await startStandIn(true);
    const body = `sluice.init({ dsn: '${silent.dsn}' }); setTimeout(() => { throw new Error('crash'); }, 1);`;
    const ended = await programs.run(program(PRINT_WAITS + body));
    await silent.stop();

    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('Error: crash');
    expect(ended.stdout).toBe('waits 2000 ms\n');
  });

  it('exits without a server', async () => {
    await server.stop();
    const ended = await programs.run(program(`setTimeout(() => { throw new Error('crash'); }, 1);`));
    server = await startStandIn();

    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('Error: crash');
  });
});

describe('a process that another handler keeps alive', () => {
  const LIVES = `setTimeout(() => console.log('lives'), 50);`;

  it.each([
    ['uncaughtException', `throw new Error('saved');`],
    ['unhandledRejection', `Promise.reject(new Error('saved'));`],
  ])('continues where a program listens to %s, and the report arrives', async (name, failure) => {
    const body = `process.on('${name}', (error) => console.log(error.message)); setTimeout(() => { ${failure} }); ${LIVES}`;
    const ended = await programs.run(program(body));

    expect(ended).toMatchObject({ code: 0, stdout: 'saved\nlives\n', stderr: '' });
    expect(server.of('exception')).toMatchObject([{ payload: { level: 'error', handled: false, message: 'saved' } }]);
  });

  it('stays alive if Node is configured to warn of rejections only, and warns once', async () => {
    const body = `setTimeout(() => { Promise.reject(new Error('saved')); }); ${LIVES}`;
    const ended = await programs.run(program(body), ['--unhandled-rejections=warn']);

    expect(ended).toMatchObject({ code: 0, stdout: 'lives\n' });
    expect(ended.stderr.match(/UnhandledPromiseRejectionWarning: Error: saved/g)).toHaveLength(1);
    expect(server.of('exception')).toMatchObject([{ payload: { level: 'error' } }]);
  });

  it.each(['uncaughtErrors', 'unhandledRejections'])('ends without %s as it does without the SDK', async (name) => {
    const options = `transport: () => ({ send: (event) => console.log(event.type) })`;
    const body = `sluice.close(); sluice.init({ ${options} });
      setTimeout(() => { throw new Error('crash'); });`;
    const ended = await programs.run(program(body, `integrations: [{ name: '${name}', setup: () => undefined }]`));

    expect(ended.code).toBe(1);
    expect(ended.stdout).toBe('exception\n');
  });
});

describe('a program at its end', () => {
  it('has sent buffered events', async () => {
    const ended = await programs.run(program(`sluice.log('info', 'last'); sluice.hit('bye');`));

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(server.events.map(({ type }) => type)).toEqual(['log', 'hit']);
  });

  it('is not kept alive by the SDK', async () => {
    const body = `sluice.captureMessage('one'); sluice.span('two', () => undefined);`;
    // A program that waits for the flush interval is killed, and has no exit code.
    const options = `integrations: [sluice.httpSpans()], transportOptions: { flushInterval: 600_000 }`;
    const { code } = await programs.run(program(body, options));

    expect(code).toBe(0);
    expect(server.events).toHaveLength(2);
  });

  it('is delayed by at most two seconds by a server that does not respond', async () => {
    const silent = await startStandIn(true);
    const options = `{ dsn: '${silent.dsn}', transportOptions: { flushInterval: 600_000 } }`;
    const body = `sluice.init(${options}); sluice.log('info', 'last');`;
    const ended = await programs.run(program(PRINT_WAITS + body));
    await silent.stop();

    expect(ended).toMatchObject({ code: 0, stderr: '', stdout: 'waits 2000 ms\n' });
  });

  it('flushes once, even where flushing gives a transport something to do', async () => {
    const transport = `() => ({ send: () => undefined, flush: () => new Promise((done) => {
      console.log('flush'); setTimeout(done, 10);
    }) })`;
    const { stdout } = await programs.run(program(`sluice.log('info', 'last');`, `transport: ${transport}`));

    expect(stdout).toBe('flush\n');
  });
});

describe('signals', () => {
  const WAITS = `setInterval(() => undefined, 1_000); sluice.log('info', 'last'); console.log('up');`;
  const ASKED = 'integrations: [sluice.flushOnExit({ signals: true })]';
  const kill =
    (signal: NodeJS.Signals) =>
    (child: { kill(signal: NodeJS.Signals): boolean }): void =>
      void child.kill(signal);

  it.each(['SIGTERM', 'SIGINT'] as const)('%s sends buffered events and ends the process', async (signal) => {
    const ended = await programs.run(program(WAITS, ASKED), [], kill(signal));

    expect(ended).toMatchObject({ code: null, signal, stderr: '' });
    expect(server.of('log')).toHaveLength(1);
  });

  it('is handled by the program if it has a listener', async () => {
    const body = `process.on('SIGTERM', () => setTimeout(() => process.exit(3), 100)); ${WAITS}`;
    const ended = await programs.run(program(body, ASKED), [], kill('SIGTERM'));

    expect(ended).toMatchObject({ code: 3, signal: null });
    expect(server.of('log')).toHaveLength(1);
  });

  it('is ignored if not enabled', async () => {
    const ended = await programs.run(program(WAITS), [], kill('SIGTERM'));

    expect(ended).toMatchObject({ code: null, signal: 'SIGTERM' });
    expect(server.events).toEqual([]);
  });
});

/** A program of which each line has the same number with and without the SDK. */
function program(body: string, options = ''): string {
  return `const sluice = require('./sluice.cjs'); sluice.init({ dsn: '${server.dsn}', ${options} });\n${body}`;
}

/** What Node prints of an error; not the line it prints above, which is lost to it when the error's stack was read. */
function printed(text: string): string {
  return text.replace(/[^]*?^(?=\w+: )/m, '').replace(/\S*program\d+\.cjs/g, 'program.cjs');
}
