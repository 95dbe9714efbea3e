import { describe, expect, test } from '@jest/globals';
import { tally } from '../e2e/support/send.js';
import { judge, type Judging, type Observed } from './support/judge.js';
import { type SentBatch } from './support/load.js';

const right: readonly [name: string, batches: SentBatch[], there: Observed, judging?: Judging][] = [
  ['everything acknowledged is stored', [batch(0), batch(1)], observed(['0a', '0b', '1a', '1b'])],
  [
    'a dead letter is a place',
    [batch(0)],
    observed(['0a'], {
      places: new Map([
        ['0a', ['logs']],
        ['0b', ['dead letter']],
      ]),
      letters: 1,
      usage: tally({ processed: 2 }),
    }),
  ],
  ['what was refused is nowhere', [batch(0), batch(1, { fate: 'refused' })], observed(['0a', '0b'])],
  ['of an unknown end: all', [batch(0, { fate: 'unknown' })], observed(['0a', '0b'])],
  ['of an unknown end: nothing', [batch(0, { fate: 'unknown' })], observed([])],
  [
    'of an unknown end, lost by Redis in part: some',
    [batch(1, { fate: 'unknown' })],
    observed(['1a']),
    { mayBeLost: ({ number }) => number === 1 },
  ],
  [
    'a tally of one of two',
    [batch(0, { processed: 1, tallied: tally({ processed: 1, rate_limited: 1 }) })],
    observed(['0b'], { usage: tally({ processed: 1, rate_limited: 1 }) }),
  ],
  [
    'of what Redis itself lost: some',
    [batch(0), batch(1)],
    observed(['0a', '0b', '1b']),
    { mayBeLost: ({ number }) => number === 1 },
  ],
  [
    'of what Redis itself lost: refusals, which it had counted',
    [batch(0), batch(1, { processed: 0, tallied: tally({ rate_limited: 2 }) })],
    observed(['0a', '0b']),
    { mayBeLost: ({ number }) => number === 1 },
  ],
  [
    'of what an erasure covers: less, and the rest counts as erased',
    [batch(0), batch(1)],
    observed(['0a', '0b', '1b'], { erased: 1, usage: tally({ processed: 4 }) }),
    { mayBeErased: ({ number }) => number === 1 },
  ],
];

describe('the judge', () => {
  test.each(right)('finds nothing wrong where %s', (_name, batches, there, judging = {}) => {
    expect(judge(batches, there, judging)).toEqual([]);
  });

  test.each<[name: string, batches: SentBatch[], there: Observed, sentence: RegExp, judging?: Judging]>([
    ['lost', [batch(0), batch(1)], observed(['0a', '0b', '1a']), /^event 2 of 2 of batch 1 \(acknowledged, 1b\): 2 of/],
    [
      'twice',
      [batch(0)],
      observed(['0a', '0b'], {
        places: new Map([
          ['0a', ['logs', 'logs']],
          ['0b', ['logs']],
        ]),
        rows: 3,
      }),
      /^event 1 of 2 of batch 0 .*: is in logs and logs/,
    ],
    [
      'stored and dead-lettered',
      [batch(0)],
      observed(['0a', '0b'], {
        places: new Map([
          ['0a', ['logs', 'dead letter']],
          ['0b', ['logs']],
        ]),
        letters: 1,
      }),
      /is in logs and dead letter/,
    ],
    [
      'refused and stored',
      [batch(0, { fate: 'refused' })],
      observed(['0b']),
      /^event 2 of 2 of batch 0 \(refused, 0b\): none/,
    ],
    [
      'half of a batch with an unknown outcome',
      [batch(0, { fate: 'unknown' })],
      observed(['0a']),
      /all 2 or none of the batch .* 1 are/,
    ],
    [
      'lost, and not in the second that may be',
      [batch(0), batch(1)],
      observed(['0a']),
      /^event 2 of 2 of batch 0/,
      { mayBeLost: ({ number }) => number === 1 },
    ],
    [
      'refusals lost, and not in the second that may be',
      [batch(0, { processed: 0, tallied: tally({ rate_limited: 2 }) }), batch(1)],
      observed([]),
      /tallies say 2 rate_limited, usage says 0/,
      { mayBeLost: ({ number }) => number === 1 },
    ],
    [
      'more than the tally says',
      [batch(0, { processed: 1 })],
      observed(['0a', '0b']),
      /1 of the batch must be there, 2 are/,
    ],
    ['a stranger', [batch(0)], observed(['0a', '0b', 'x']), /^event x: was never sent/],
    [
      'usage too high',
      [batch(0)],
      observed(['0a', '0b'], { usage: tally({ processed: 3 }) }),
      /^usage says 3 processed, 2 rows/,
    ],
    [
      'erased, and not counted as erased',
      [batch(0)],
      observed(['0a'], { usage: tally({ processed: 2 }) }),
      /^usage says 2 processed, 1 rows, 0 letters and 0 erased/,
      { mayBeErased: () => true },
    ],
    [
      'counted as erased, and stored',
      [batch(0)],
      observed(['0a', '0b'], { erased: 1 }),
      /^usage says 2 processed, 2 rows, 0 letters and 1 erased/,
      { mayBeErased: () => true },
    ],
    [
      'missing where no erasure applies',
      [batch(0), batch(1)],
      observed(['0a', '1a', '1b'], { erased: 1, usage: tally({ processed: 4 }) }),
      /^event 2 of 2 of batch 0/,
      { mayBeErased: ({ number }) => number === 1 },
    ],
    [
      'refused and stored, where an erasure applies',
      [batch(0, { fate: 'refused' })],
      observed(['0b']),
      /^event 2 of 2 of batch 0 \(refused, 0b\): none/,
      { mayBeErased: () => true },
    ],
    [
      'a refusal that usage does not know',
      [batch(0, { tallied: tally({ processed: 2, filtered: 1 }) })],
      observed(['0a', '0b']),
      /^tallies say 1 filtered, usage says 0/,
    ],
    [
      'a refusal that no tally told',
      [batch(0)],
      observed(['0a', '0b'], { usage: tally({ processed: 2, invalid: 1 }) }),
      /^tallies say 0 invalid, usage says 1/,
    ],
  ])('sees what is wrong: %s', (...[, batches, there, sentence, judging = {}]) => {
    expect(judge(batches, there, judging)[0]).toMatch(sentence);
  });

  test('names the first event in the order of sending, whatever the order of settling', () => {
    const batches = [batch(2), batch(0), batch(1)];
    expect(judge(batches, observed([]))[0]).toMatch(/^event 1 of 2 of batch 0/);
  });
});

/** Tests of the judge itself: it must detect every violation of a promise, and accept correct results. */

function batch(number: number, more: Partial<SentBatch> = {}): SentBatch {
  const serials = more.serials ?? [`${number}a`, `${number}b`];
  const fate = more.fate ?? 'acknowledged';
  const processed = fate === 'acknowledged' ? serials.length : 0;
  return {
    number,
    serials,
    fate,
    processed,
    tallied: tally({ processed }),
    ambiguous: fate === 'unknown',
    startedAt: number,
    endedAt: number,
    refusals: [],
    breaks: [],
    ...more,
  };
}

/** The stored state for these serials, with matching usage. */
function observed(serials: readonly string[], more: Partial<Observed> = {}): Observed {
  return {
    places: new Map(serials.map((serial) => [serial, ['logs']])),
    rows: serials.length,
    letters: 0,
    erased: 0,
    usage: tally({ processed: serials.length }),
    ...more,
  };
}
