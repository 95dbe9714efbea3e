import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { getClient, startClient, type TransportHost } from './client.js';
import type { SluiceEvent } from './event.js';

let sent: SluiceEvent[];
let host: TransportHost;

const log = (message: string): void => getClient()?.capture('log', { level: 'info', message });
const loseAll = (): void => host.giveUp(new Error('no answer'), sent.splice(0));
const messages = (): unknown[] => sent.map(({ payload }) => (payload as { message?: unknown }).message);
/** All that is ready to run runs. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(async () => {
  await getClient()?.close();
  await turn();
});

describe('onError without tracking of asynchronous calls', () => {
  it('is not called for its own reports after an await, which would loop while the server is unavailable', async () => {
    const onError = jest.fn(async () => {
      await turn();
      log('lost');
    });
    start(onError);
    log('first');
    for (let cycle = 0; cycle < 5; cycle++) {
      loseAll();
      await turn();
      await turn();
    }
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('is not called for its own reports after a promise of another window, which may be rejected', async () => {
    const Foreign = runInNewContext('Promise') as PromiseConstructor;
    const onError = jest.fn(
      () =>
        new Foreign<void>((_resolve, reject) => {
          setImmediate(() => {
            log('lost');
            reject(new Error('own'));
          });
        }),
    );
    start(onError);
    log('first');
    for (let cycle = 0; cycle < 5; cycle++) {
      loseAll();
      await turn();
      await turn();
    }
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a timer', (report: () => void) => void setTimeout(report, 0)],
    ['a timer of a timer', (report: () => void) => void setTimeout(() => setTimeout(report, 0), 0)],
  ])(
    'drops what onError reports in %s, which would loop while the server is unavailable',
    async (_name, startTimer) => {
      const reported = jest.fn(() => log('lost'));
      const own = setTimeout;
      start(() => startTimer(reported));
      log('first');
      loseAll();
      while (reported.mock.calls.length === 0) await turn();
      expect(messages()).toEqual([]);
      log('later');
      expect(messages()).toEqual(['later']);
      expect(setTimeout).toBe(own);
    },
  );

  it('sends events captured meanwhile, without a mark', () => {
    start(() => turn());
    log('first');
    loseAll();
    log('meanwhile');

    expect(messages()).toEqual(['meanwhile']);
    expect(JSON.stringify(sent[0]?.contexts)).toBe('{}');
  });

  it('is called for all other reports, and again when its promises are settled', async () => {
    const ends: (() => void)[] = [];
    const onError = jest.fn<() => Promise<void> | undefined>(() => new Promise((resolve) => ends.push(resolve)));
    start(onError);
    log('one');
    log('two');
    loseAll();
    ends[0]?.();
    await turn();
    log('meanwhile');
    ends[1]?.();
    await turn();
    log('three');
    loseAll();
    ends[2]?.();

    expect(onError.mock.calls.map((call) => (call as unknown[])[1])).toMatchObject(
      ['one', 'two', 'three'].map((message) => ({ payload: { message } })),
    );
  });

  it('behaves the same if it rejects or returns nothing', async () => {
    const onError = jest
      .fn<() => Promise<void> | undefined>()
      .mockRejectedValueOnce(new Error('own'))
      .mockReturnValue(undefined);
    start(onError);
    for (const message of ['one', 'two', 'three']) {
      log(message);
      loseAll();
      await turn();
    }
    expect(onError).toHaveBeenCalledTimes(3);
  });
});

describe('onError without tracking of asynchronous calls, which reports later', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    jest.restoreAllMocks();
  });

  /** `requestAnimationFrame` of a page. */
  const frame = (task: () => void): void => void setImmediate(task);
  const inInterval = (report: () => void): void => {
    const timer = setInterval(report, 1);
    stops.push(() => clearInterval(timer));
  };
  const inFrames = (report: () => void): void => {
    let isOver = false;
    stops.push(() => (isOver = true));
    const next = (): void => {
      if (isOver) return;
      report();
      frame(next);
    };
    frame(next);
  };
  const inChannel = (report: () => void): void => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = report;
    port2.postMessage(1);
    stops.push(() => port1.close());
  };
  const inListener = (report: () => void): void => {
    const target = new EventTarget();
    target.addEventListener('load', report);
    frame(() => target.dispatchEvent(new Event('load')));
  };
  const inGenerator = (report: () => void): void => {
    void (async () => {
      async function* ticks() {
        yield await turn();
        yield await turn();
      }
      const each = ticks();
      while ((await each.next()).done !== true) report();
    })();
  };

  it.each([
    ['an interval', inInterval],
    ['a frame', (report: () => void) => frame(report)],
    ['frames', inFrames],
    ['a promise that it does not return', (report: () => void) => void fetch('data:,x').then(report)],
    ['a microtask', (report: () => void) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(report)))],
    ['a message', inChannel],
    ['an asynchronous generator', inGenerator],
    ['a listener', inListener],
  ])('in %s is called a bounded number of times while the server is unavailable', async (_name, schedule) => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    const onError = jest.fn(() => schedule(() => log('lost again')));
    start(onError);
    log('first');
    const cycle = async (): Promise<void> => {
      loseAll();
      for (let turns = 0; turns < 3; turns++) await turn();
    };
    for (let cycles = 0; cycles < 300; cycles++) await cycle();
    expect(onError.mock.calls.length).toBeLessThanOrEqual(100);
    now.mockReturnValue(1_000_000 + 60_000);
    for (let cycles = 0; cycles < 30; cycles++) await cycle();
    expect(onError.mock.calls.length).toBeLessThanOrEqual(106);
  });

  it('is called again for later losses', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    const onError = jest.fn();
    start(onError);
    const lose = async (count: number): Promise<void> => {
      for (let logs = 0; logs < count; logs++) log('x');
      loseAll();
      await turn();
    };
    await lose(150);
    expect(onError).toHaveBeenCalledTimes(100);
    now.mockReturnValue(1_000_000 + 20_000);
    await lose(150);
    expect(onError).toHaveBeenCalledTimes(102);
    now.mockReturnValue(100_000_000);
    await lose(150);
    expect(onError).toHaveBeenCalledTimes(202);
  });
});

/** A client whose server is unavailable; a test decides when it gives up on events. */
function start(onError: () => unknown): void {
  sent = [];
  startClient(
    { dsn: `https://${'a'.repeat(32)}@sluice.example`, transportOptions: { onError } },
    {
      contexts: () => ({}),
      createTransport: (_options, _dsn, given) => {
        host = given;
        return { send: (event) => void sent.push(event) };
      },
    },
  );
}
