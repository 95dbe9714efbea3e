import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { getClient, startClient, type TransportHost } from './client.js';
import type { SluiceEvent } from './event.js';

let sent: SluiceEvent[];
let host: TransportHost;

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
