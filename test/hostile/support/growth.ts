/** Builds a text of about `length` characters that is slow to process. */
export type Attack = (length: number) => string;

/** Growth of the time of a function with its input. */
export interface Growth {
  /** `[characters, milliseconds]`; each entry has twice the length of the previous one. */
  readonly measured: readonly (readonly [number, number])[];
  /** Largest ratio over three consecutive doublings (linear: 8); 0 if it is too fast to measure. */
  readonly worstOfThree: number;
}

const SHORTEST = 2_048;
const LONGEST = 65_536;
/** Shorter measurements are dominated by the resolution of the clock. */
const TOLD_MS = 1;
/** Longer measurements are not needed. */
const ENOUGH_MS = 60;

/** Milliseconds of CPU time, because other processes may use the machine. */
function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}

function bestOf(times: number, run: () => void): number {
  let best = Infinity;
  for (let time = 0; time < times; time++) {
    const since = process.cpuUsage();
    run();
    best = Math.min(best, cpuMs(since));
  }
  return best;
}

/** Most measurements of what does not look linear: garbage collection and compilation slow down single ones. */
const ROUNDS = 4;

/**
 * Measures `run` with attacks of doubling length; the minimum of several runs, to reduce the effect of other processes. More of
 * them if the growth does not look linear.
 */
export function growthOf(run: (text: string) => unknown, attack: Attack): Growth {
  let growth = measureGrowth(run, attack, []);
  for (let round = 1; round < ROUNDS && !isLinear(growth); round += 1) {
    growth = measureGrowth(run, attack, growth.measured);
  }
  return growth;
}

/** @param before an earlier measurement, whose times are kept where they are shorter */
function measureGrowth(run: (text: string) => unknown, attack: Attack, before: Growth['measured']): Growth {
  const measured: [number, number][] = [];
  for (let length = SHORTEST; length <= LONGEST; length *= 2) {
    const text = attack(length);
    const ms = Math.min(
      before[measured.length]?.[1] ?? Infinity,
      bestOf(4, () => run(text)),
    );
    measured.push([length, ms]);
    if (ms > ENOUGH_MS) break;
  }
  return { measured, worstOfThree: worstOfThree(measured.filter(([, ms]) => ms >= TOLD_MS).map(([, ms]) => ms)) };
}

/**
 * Over three doublings, linear time grows by a factor of 8, quadratic time by 64. Two doublings are extrapolated to
 * three; a single one is mostly noise.
 */
function worstOfThree(times: readonly number[]): number {
  const doublings = Math.min(3, times.length - 1);
  if (doublings < 2) return 0;
  const growths = times.slice(doublings).map((time, index) => time / (times[index] ?? time));
  return Math.max(...growths) ** (3 / doublings);
}

/** Whether the growth counts as linear: below the middle of 8 and 64 on a logarithmic scale. */
export const isLinear = ({ worstOfThree: worst }: Growth): boolean => worst < 23;

const PIECES = [
  ' ',
  'a',
  '1',
  '(',
  ')',
  '[',
  '/',
  '.',
  '-',
  '_',
  ':',
  '\\',
  '"',
  "'",
  '@',
  ',',
  '\t',
  '!',
  '%',
  '{',
  '`',
  '*',
  '\n',
  'aA1',
  ' a',
  'a ',
  '1.',
  './',
  'at ',
  '\\"',
  "\\'",
  '/[',
  ': ',
  ' (',
  'a:',
  '{a,',
];
const TAILS = ['', '\0', '\n!', '"', ')', 'x:1:2'];

const attackOf =
  (before: string, piece: string, after: string): Attack =>
  (length) =>
    before + piece.repeat(Math.ceil(length / piece.length)) + after;

/** Repeats pieces after each of `heads`, with endings that make a match fail late. */
export const attacksBehind = (heads: readonly string[]): readonly Attack[] =>
  heads.flatMap((head) => PIECES.flatMap((piece) => TAILS.map((tail) => attackOf(head, piece, tail))));

/** Repeats every piece of matching texts in place: the repeated part of a pattern is among them. */
export function attacksFrom(samples: readonly string[]): readonly Attack[] {
  return samples.flatMap((sample) =>
    [1, 2, 3].flatMap((size) =>
      Array.from({ length: Math.min(24, Math.max(0, sample.length - size + 1)) }, (_, place) => place).flatMap(
        (place) => {
          const [before, piece, after] = [
            sample.slice(0, place),
            sample.slice(place, place + size),
            sample.slice(place + size),
          ];
          return [after, '\0', '\n!'].map((tail) => attackOf(before, piece, tail));
        },
      ),
    ),
  );
}

/** Returns the two slowest attacks at a short length; searches for this many milliseconds. */
export function worstAttacks(
  run: (text: string) => unknown,
  attacks: readonly Attack[],
  searchMs: number,
): readonly Attack[] {
  const since = process.cpuUsage();
  const timed: (readonly [number, Attack])[] = [];
  for (const attack of attacks) {
    const text = attack(SHORTEST);
    timed.push([bestOf(1, () => run(text)), attack]);
    if (cpuMs(since) > searchMs) break;
  }
  return timed
    .sort(([one], [other]) => other - one)
    .slice(0, 2)
    .map(([, attack]) => attack);
}
