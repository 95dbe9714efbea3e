import { duration, text, wires, type Wire } from './cells.js';
import type { Style } from './style.js';
import { table } from './table.js';
import { plural } from './words.js';

const BAR = 30;
const NAME = 50;
/** Deeper spans are not indented further: they would leave the line. */
const DEEPEST = 12;
/** Spans that people are shown; JSON has all. */
const SHOWN = 500;

interface Line {
  readonly span: Wire;
  readonly depth: number;
}

/** Spans of a trace as an indented waterfall: parents before children, those without a stored parent marked. */
export function waterfall(roots: readonly Wire[], style: Style): string {
  const lines = flatten(roots);
  const starts = lines.map(({ span }) => timeOf(span['startTime']));
  const ends = lines.map(({ span }) => timeOf(span['endTime']));
  const from = least(starts);
  const whole = Math.max(1, -least(ends.map((end) => -end)) - from);
  const shown = table(
    [
      { title: 'SPAN' },
      { title: 'OP' },
      { title: 'STATUS' },
      { title: 'START', align: 'right' },
      { title: 'DURATION', align: 'right' },
      { title: 'TIMELINE' },
    ],
    lines.slice(0, SHOWN).map(({ span, depth }, index) => {
      const start = (starts[index] ?? from) - from;
      return [
        `${'  '.repeat(Math.min(depth, DEEPEST))}${span['orphan'] === true ? '? ' : ''}${text(span['name'], NAME)}`,
        text(span['op'], 20),
        text(span['status']),
        `+${duration(start)}`,
        duration(span['duration']),
        bar(start / whole, ((ends[index] ?? from) - from) / whole),
      ];
    }),
    style,
    'No spans are kept.',
  );
  const more = lines.length - SHOWN;
  const notes = [
    ...(lines.some(({ span }) => span['orphan'] === true) ? ['? its parent is not stored'] : []),
    ...(more > 0 ? [`${plural(more, 'more span')}; --json has them all`] : []),
  ];
  return notes.length === 0 ? shown : `${shown}\n${style.dim(notes.join('; '))}`;
}

/** Parents before their children, without recursion: a client may have nested them as deep as it liked. */
function flatten(roots: readonly Wire[]): readonly Line[] {
  const lines: Line[] = [];
  const stack: Line[] = [...roots].reverse().map((span) => ({ span, depth: 0 }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { span, depth } = next;
    lines.push(next);
    stack.push(...[...wires(span['children'])].reverse().map((child) => ({ span: child, depth: depth + 1 })));
  }
  return lines;
}

function timeOf(value: unknown): number {
  const ms = Date.parse(text(value));
  return Number.isNaN(ms) ? 0 : ms;
}

/** The least of any number of numbers: a spread of thousands could overflow the stack. */
const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);

/** A bar from one share of the width to another, at least one mark wide. */
function bar(from: number, to: number): string {
  const start = Math.min(BAR - 1, Math.max(0, Math.floor(from * BAR)));
  const end = Math.min(BAR, Math.max(start + 1, Math.round(to * BAR)));
  return `${'·'.repeat(start)}${'━'.repeat(end - start)}${'·'.repeat(BAR - end)}`;
}
