import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { hostname } from 'node:os';
import { consoleLogs } from '../browser/integrations/consoleLogs.js';
import { log } from '../capture/log.js';
import { getClient } from '../core/client.js';
import type { SluiceEvent } from '../core/event.js';
import { close } from '../core/flush.js';
import type { ClientOptions } from '../core/options.js';
import { init } from './init.js';
import { httpSpans } from './integrations/httpSpans.js';
import { flushOnExit } from './integrations/flushOnExit.js';

afterEach(async () => {
  await close();
  jest.restoreAllMocks();
});

const NAMES = [
  'uncaughtException',
  'uncaughtExceptionMonitor',
  'unhandledRejection',
  'beforeExit',
  'SIGTERM',
  'SIGINT',
];
const listeners = (): number[] => NAMES.map((name) => process.listenerCount(name));

describe('init in Node', () => {
  it('adds server and runtime to every event, and no device', () => {
    const events = collect({ release: 'r1', environment: 'test' });
    log('info', 'x');

    expect(events[0]?.contexts).toEqual({
      'server.name': hostname(),
      'runtime.name': 'node',
      'runtime.version': process.versions.node,
      release: 'r1',
      environment: 'test',
    });
  });

  it.each([undefined, ''])('does nothing, and says nothing, with the dsn %p', (dsn) => {
    const warn = jest.spyOn(console, 'warn');
    const before = listeners();
    init(dsn === undefined ? {} : { dsn });

    expect(getClient()).toBeUndefined();
    expect(listeners()).toEqual(before);
    expect(warn).not.toHaveBeenCalled();
  });

  it('leaves nothing of itself in the process when it is closed, however often it was started', async () => {
    const before = listeners();
    const { fetch, console } = globalThis;
    const { warn } = console;
    const integrations = [httpSpans(), consoleLogs(), flushOnExit({ signals: true })];
    for (let times = 0; times < 3; times++) collect({ integrations });

    expect(listeners()).toEqual(before.map((count) => count + 1));
    await close();

    expect(listeners()).toEqual(before);
    expect([globalThis.fetch, globalThis.console.warn]).toEqual([fetch, warn]);
  });

  it('replaces an integration that is included by a given one of its name', () => {
    const before = listeners();
    collect({ integrations: ['uncaughtErrors', 'unhandledRejections', 'flushOnExit'].map(nothing) });

    expect(listeners()).toEqual(before);
  });

  it('sends console messages if enabled', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const events = collect({ integrations: [consoleLogs()] });
    // eslint-disable-next-line no-console -- what is watched
    console.warn('low on %s', 'disk');

    expect(events).toMatchObject([{ type: 'log', payload: { level: 'warning', message: 'low on disk' } }]);
  });
});

const nothing = (name: string): { name: string; setup: () => undefined } => ({ name, setup: () => undefined });

function collect(options: ClientOptions = {}): SluiceEvent[] {
  const events: SluiceEvent[] = [];
  init({ ...options, transport: () => ({ send: (event) => void events.push(event) }) });
  return events;
}
