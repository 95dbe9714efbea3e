/** A text of about `length` characters that is meant to take long. */
export type Attack = (length: number) => string;

/** How the time of a function grows with its input. */
export interface Growth {
  /** `[characters, milliseconds]`, each twice as long as the one before. */
  readonly measured: readonly (readonly [number, number])[];
  /** Largest ratio of three doublings in a row to be linear's 8; 0 where it is too quick to be told. */
  readonly worstOfThree: number;
}

const SHORTEST = 2_048;
const LONGEST = 65_536;
/** Below it a measurement is the clock's. */
const TOLD_MS = 1;
/** A longer one says enough. */
const ENOUGH_MS = 60;

/** Milliseconds of CPU, not of the clock: others may have the machine meanwhile. */
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

/** Measures `run` with an attack of double length again and again. Best of several, so that others' work counts little. */
export function growthOf(run: (text: string) => unknown, attack: Attack): Growth {
  const measured: [number, number][] = [];
  for (let length = SHORTEST; length <= LONGEST; length *= 2) {
    const text = attack(length);
    const ms = bestOf(4, () => run(text));
    measured.push([length, ms]);
    if (ms > ENOUGH_MS) break;
  }
  return { measured, worstOfThree: worstOfThree(measured.filter(([, ms]) => ms >= TOLD_MS).map(([, ms]) => ms)) };
}

/**
 * Over three doublings linear time grows eightfold, quadratic time sixty-four times. Where only two could be measured,
 * they are judged as if they were three; a single one is mostly the noise of the machine.
 */
function worstOfThree(times: readonly number[]): number {
  const doublings = Math.min(3, times.length - 1);
  if (doublings < 2) return 0;
  const growths = times.slice(doublings).map((time, index) => time / (times[index] ?? time));
  return Math.max(...growths) ** (3 / doublings);
}

/** Whether it may pass as linear: half way between eightfold and sixty-four times, on a logarithmic scale. */
export const isLinear = ({ worstOfThree: worst }: Growth): boolean => worst < 23;

const PIECES = [
  ...[' ', 'a', '1', '(', ')', '[', '/', '.', '-', '_', ':', '\\', '"', "'", '@', ',', '\t', '!', '%', '{', '`', '*'],
  ...['\n', 'aA1', ' a', 'a ', '1.', './', 'at ', '\\"', "\\'", '/[', ': ', ' (', 'a:', '{a,'],
];
const TAILS = ['', '\0', '\n!', '"', ')', 'x:1:2'];

const attackOf =
  (before: string, piece: string, after: string): Attack =>
  (length) =>
    before + piece.repeat(Math.ceil(length / piece.length)) + after;

/** Repeated pieces behind each of `heads`, with ends that make a match fail late. */
export const attacksBehind = (heads: readonly string[]): readonly Attack[] =>
  heads.flatMap((head) => PIECES.flatMap((piece) => TAILS.map((tail) => attackOf(head, piece, tail))));

/** Every piece of texts that match, repeated in its place: what a pattern repeats is among them. */
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

/** The two attacks that take longest at a short length; looks for so many milliseconds only. */
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
