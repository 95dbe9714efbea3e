import { describe, expect, test } from '@jest/globals';
import { MINUTE_MS } from '@sluice/contract';
import { advance, dueMinute, NEW_SERIES, type MinuteVerdict, type SeriesState } from './seriesState.js';

const START = Date.UTC(2026, 10, 20, 12, 0);

describe('the state of a series: ok, pending, firing, recovering; a capital reports', () => {
  test.each<[string, number, string, string]>([
    ['fires and recovers at once', 0, '-+-', 'oFO'],
    ['one minute is at once', 1, '+-', 'FO'],
    ['fires at the nth minute', 3, '+++', 'ppF'],
    ['recovers at the nth minute', 2, '++--', 'pFrO'],
    ['a minute between begins again', 3, '++-+++', 'ppoppF'],
    ['a minute between keeps it firing, without a report', 2, '++-+--', 'pFrfrO'],
    ['stays as it is', 2, '+++++', 'pFfff'],
    ['without a verdict a state stays', 2, '?++??--?', 'opFffrOo'],
    ['a minute without a verdict is not counted', 3, '+?++', 'pppF'],
    ['nor while it recovers', 2, '++-?-', 'pFrrO'],
    ['minutes in a row are counted again after a gap', 2, '+ ++', 'ppF'],
    ['a gap keeps it firing', 2, '++- --', 'pFrrO'],
  ])('%s', (_name, forMinutes, minutes, expected) => {
    expect(run(minutes, forMinutes)).toBe(expected);
  });

  test('it remembers when the first minute in a row began', () => {
    const first = advance(NEW_SERIES, { endMs: START + MINUTE_MS, verdict: true, forMinutes: 2 });
    const second = advance(first.next, { endMs: START + 2 * MINUTE_MS, verdict: true, forMinutes: 2 });
    expect(second).toEqual({
      next: { state: 'firing', sinceMs: START, evaluatedMs: START + 2 * MINUTE_MS },
      reports: 'firing',
    });
  });
});

describe('the next minute', () => {
  test.each<[string, number | null, number, number | undefined, number?]>([
    ['of a new series is that of its rule', null, 10, 8, 7.5],
    ['of a new series is the last one if that of its rule is not over', null, 10, 10, 10.5],
    ['of a new series is an hour ago at most', null, 600, 541],
    ['follows the last evaluated one', 7, 10, 8],
    ['is none if all are evaluated', 10, 10, undefined],
    ['is none if the clock went back', 11, 10, undefined],
    ['is an hour ago at most', 0, 600, 541],
    ['of a rule that was off is that in which it was enabled', 0, 45, 41, 40.5],
    ['of a rule that was off is the last one if that in which it was enabled is not over', 0, 40, 40, 40.5],
    ['of a rule that was off is an hour ago at most', 0, 600, 541, 40.5],
    ['of a rule that was changed follows the last evaluated one', 39, 45, 40, 39.5],
    ['of a rule that was changed while nothing was evaluated is that of the change', 7, 45, 40, 39.5],
  ])('%s', (_name, ...[evaluated, last, expected, since = 0]) => {
    const at = (minute: number): number => START + minute * MINUTE_MS;
    const state = { ...NEW_SERIES, evaluatedMs: evaluated === null ? null : at(evaluated) };
    expect(dueMinute(state, at(last), at(since))).toBe(expected === undefined ? undefined : at(expected));
  });
});

/** Runs minutes: `+` holds, `-` does not, `?` has no verdict, a space is left out. Returns states and reports, a letter each. */
function run(minutes: string, forMinutes: number): string {
  let state: SeriesState = NEW_SERIES;
  let letters = '';
  for (const [index, minute] of minutes.split('').entries()) {
    if (minute === ' ') continue;
    const verdict: MinuteVerdict = minute === '?' ? undefined : minute === '+';
    const { next, reports } = advance(state, { endMs: START + (index + 1) * MINUTE_MS, verdict, forMinutes });
    const letter = next.state.charAt(0);
    letters += reports === undefined ? letter : letter.toUpperCase();
    state = next;
  }
  return letters;
}
