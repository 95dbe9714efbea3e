import { duration, text, wires, type Wire } from './cells.js';
import type { Style } from './style.js';
import { table } from './table.js';
import { plural } from './words.js';

const BAR = 30;
const NAME = 50;
/** Maximum indentation of spans. */
const DEEPEST = 12;
/** Maximum spans in the text output; JSON has all. */
const SHOWN = 500;

interface Line {
  readonly span: Wire;
  readonly depth: number;
}

/** Formats the spans of a trace as an indented waterfall, parents before children; spans without a stored parent are marked. */
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
    'No stored spans. They may have expired.',
  );
  const more = lines.length - SHOWN;
  const notes = [
    ...(lines.some(({ span }) => span['orphan'] === true) ? ['? its parent is not stored'] : []),
    ...(more > 0 ? [`${plural(more, 'more span')}; --json has them all`] : []),
  ];
  return notes.length === 0 ? shown : `${shown}\n${style.dim(notes.join('; '))}`;
}

/** Parents before children; iterative, because nesting is not limited. */
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

/** Minimum of any number of numbers; spreading thousands of arguments could overflow the stack. */
const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity);

/** A bar from one fraction of the width to another, at least one character wide. */
function bar(from: number, to: number): string {
  const start = Math.min(BAR - 1, Math.max(0, Math.floor(from * BAR)));
  const end = Math.min(BAR, Math.max(start + 1, Math.round(to * BAR)));
  return `${'·'.repeat(start)}${'━'.repeat(end - start)}${'·'.repeat(BAR - end)}`;
}
