import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { followEvents, type Source } from './followEvents';

class FakeSource implements Source {
  readyState = 0;
  isClosed = false;
  readonly #listeners = new Map<string, (event: MessageEvent<string>) => void>();
  constructor(readonly after: string | undefined) {}
  addEventListener(name: string, listen: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(name, listen);
  }
  close(): void {
    this.isClosed = true;
  }
  send(name: string, lastEventId = '', data = ''): void {
    this.#listeners.get(name)?.({ lastEventId, data } as MessageEvent<string>);
  }
  fail(readyState: number): void {
    this.readyState = readyState;
    this.send('error');
  }
}

let sources: FakeSource[];
let heard: string[];
const last = (): FakeSource => sources.at(-1) as FakeSource;

beforeEach(() => {
  jest.useFakeTimers();
  sources = [];
  heard = [];
});
afterEach(() => {
  jest.useRealTimers();
});

test('after an answer that is not 200, it connects again behind the last event, with longer and longer waits', () => {
  follow();
  last().send('open');
  last().send('logs', '5-1', 'a');
  last().send('position', '7-2', '{}');
  last().fail(2);
  expect(sources).toHaveLength(1);
  jest.advanceTimersByTime(2_000);
  expect(sources.map(({ after }) => after)).toEqual([undefined, '7-2']);
  last().fail(2);
  jest.advanceTimersByTime(3_999);
  expect(sources).toHaveLength(2);
  jest.advanceTimersByTime(1);
  expect(sources).toHaveLength(3);
  last().send('open');
  last().fail(2);
  jest.advanceTimersByTime(2_000);
  expect(sources).toHaveLength(4);
  expect(heard).toEqual(['open', 'a', 'refused', 'refused', 'open', 'refused']);
});

test('an interruption is left to the browser', () => {
  follow();
  last().fail(0);
  jest.advanceTimersByTime(60_000);
  expect([sources.length, heard]).toEqual([1, ['lost']]);
});

test('the stream waits at most 30 seconds', () => {
  follow();
  for (let attempt = 0; attempt < 8; attempt += 1) {
    last().fail(2);
    jest.advanceTimersByTime(30_000);
  }
  expect(sources).toHaveLength(9);
});

test('a stop closes the connection and connects no more', () => {
  const stop = follow();
  last().fail(2);
  stop();
  jest.advanceTimersByTime(60_000);
  expect([sources.length, last().isClosed]).toEqual([1, true]);
});

function follow(): () => void {
  return followEvents({
    open: (after) => {
      const source = new FakeSource(after);
      sources.push(source);
      return source;
    },
    listeners: { logs: (data) => heard.push(data), position: () => undefined },
    onOpen: () => heard.push('open'),
    onLost: (isRefused) => heard.push(isRefused ? 'refused' : 'lost'),
  });
}
