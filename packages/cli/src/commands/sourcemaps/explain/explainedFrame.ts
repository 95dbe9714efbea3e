import { callText } from '../../../output/callText.js';
import { wire, type Wire } from '../../../output/cells.js';
import { printable } from '../../../output/printable.js';
import type { Style } from '../../../output/style.js';
import { sourceLines } from '../../exceptions/describeStack.js';
import type { ReleaseFacts } from './releaseFacts.js';
import { whyUnresolved } from './whyUnresolved.js';

/** An explained frame. */
export interface ExplainedFrame {
  readonly file: unknown;
  readonly function: unknown;
  readonly module?: unknown;
  readonly line: unknown;
  readonly column: unknown;
  /** Filename of its source map; `null` if no map can match. */
  readonly filename: string | null;
  readonly original: Wire | null;
  readonly unresolved: string | null;
  /** Why it does not resolve; `null` if it does. */
  readonly why: string | null;
  /** Similar uploaded filenames, most similar first. */
  readonly nearest: readonly string[];
}

/** Explains a frame of an API response. */
export function explainFrame(frame: Wire, filename: string | null, facts: ReleaseFacts): ExplainedFrame {
  const { file = null, function: name = null, module = null, line = null, column = null, original, unresolved } = frame;
  const debugId = typeof frame['debugId'] === 'string' ? frame['debugId'] : null;
  const place = { file, function: name, ...(module === null ? {} : { module }), line, column, filename };
  const found = wire(original);
  if (Object.keys(found).length > 0) return { ...place, original: found, unresolved: null, why: null, nearest: [] };
  const reason = typeof unresolved === 'string' ? unresolved : 'unavailable';
  return {
    ...place,
    original: null,
    unresolved: reason,
    ...whyUnresolved({ reason, filename, debugId, line, column }, facts),
  };
}

/** Formats a frame: its position, then its original position or the reason why it has none. */
export function describeFrame(frame: ExplainedFrame, style: Style): string {
  return [printable(`at ${callText(frame)}`), ...below(frame, style).map((line) => `  ${line}`)].join('\n');
}

function below({ original, filename, unresolved, why, nearest }: ExplainedFrame, style: Style): readonly string[] {
  if (original !== null) {
    const { file, source, function: name, line, column } = original;
    const shown = callText({ function: name, file: file ?? source ?? '(the map names no source)', line, column });
    return [style.green(`is ${printable(shown)}`), ...sourceLines(original, style)];
  }
  return [
    ...(filename === null || unresolved !== 'no_map' ? [] : [style.dim(printable(`filename of its map: ${filename}`))]),
    style.yellow(printable(why ?? '')),
    ...nearest.map((name) => printable(`similar upload: ${name}`)),
  ];
}
