import { expect, test } from '@jest/globals';
import { createClock } from './createClock';

const MINUTE = 60_000;

test('the clock ticks once a minute, at a moment of its own', () => {
  const { ticks, pass } = startClock();
  pass(45_999);
  expect(ticks).toEqual([]);
  pass(1);
  expect(ticks).toEqual([12]);
  pass(2 * MINUTE);
  expect(ticks).toEqual([12, 13, 14]);
});

test('the clock stands still while the page is hidden, and ticks once when it is shown again', () => {
  const { ticks, pass, show, isRunning } = startClock();
  show(true);
  expect(isRunning()).toBe(false);
  pass(8 * 60 * MINUTE);
  expect(ticks).toEqual([]);
  show(false);
  expect(ticks).toEqual([491]);
});

test('the clock ticks at once after the machine slept, however often the page is focused', () => {
  const { ticks, sleep, come } = startClock();
  sleep(30 * MINUTE);
  come();
  come();
  come();
  expect(ticks).toEqual([41]);
});

test('the clock follows a system clock that is set back', () => {
  const { ticks, sleep, come } = startClock();
  sleep(-5 * MINUTE);
  come();
  expect(ticks).toEqual([6]);
});

test('the clock reports that the reader asked, even within a minute', () => {
  const { clock, ticks } = startClock();
  expect(clock.refresh()).toBe(false);
  expect(clock.present()).toEqual({ end: 11 * MINUTE, asked: 1 });
  expect(ticks).toEqual([11]);
});

test('the clock stops with its last listener', () => {
  const { stop, isRunning } = startClock();
  stop();
  expect(isRunning()).toBe(false);
});

/** A clock whose time, timers and visibility the test moves. */
function startClock() {
  let [time, isHidden] = [10 * MINUTE + 20_000, false];
  let timer: { readonly at: number; readonly call: () => void } | undefined;
  let come: (() => void) | undefined;
  const clock = createClock({
    now: () => time,
    isHidden: () => isHidden,
    after: (ms, call) => {
      const mine = { at: time + ms, call };
      timer = mine;
      return () => {
        if (timer === mine) timer = undefined;
      };
    },
    onReturn: (call) => {
      come = call;
      return () => (come = undefined);
    },
    random: () => 0.4,
  });
  const ticks: number[] = [];
  const stop = clock.subscribe(() => ticks.push(clock.present().end / MINUTE));
  const pass = (ms: number): void => {
    const until = time + ms;
    while (timer !== undefined && timer.at <= until) {
      const { at, call } = timer;
      [timer, time] = [undefined, at];
      call();
    }
    time = until;
  };
  const show = (hidden: boolean): void => {
    isHidden = hidden;
    come?.();
  };
  return {
    clock,
    ticks,
    pass,
    show,
    sleep: (ms: number) => (time += ms),
    come: () => come?.(),
    stop,
    isRunning: () => timer !== undefined,
  };
}
