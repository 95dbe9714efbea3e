import { callText } from '../../output/callText.js';
import { text, wire, wires, type Wire } from '../../output/cells.js';
import { printable } from '../../output/printable.js';
import type { Style } from '../../output/style.js';

/** Causes that are followed; the service stores no deeper chain. */
const CAUSES = 8;

/** Why frames of the application are as they were sent, where that can be helped. */
const HELPABLE: ReadonlySet<unknown> = new Set(['no_release', 'no_map', 'outside_map', 'bad_map', 'unavailable']);

/** Said of an exception without a stack. */
export const NO_FRAMES =
  'no frames: it was sent without payload.stack and payload.frames, or they hold no line that reads as a call';

/**
 * An exception and its causes, each with its frames as their source maps say, else as they were sent; the newest frame of the
 * application with the lines around it: of its original source, else those that were sent with it. Frames of libraries are dim.
 */
export function describeStack(exception: Wire, style: Style): string {
  const errors = [exception, ...causesOf(exception)];
  const blocks = errors.map((error, depth) => errorBlock(error, depth === 0 ? '' : 'caused by ', style));
  return [...blocks, ...hintOf(exception, errors).map((hint) => style.dim(hint))].join('\n');
}

/** What can be done where there is no frame to show, or not what it was written as. */
function hintOf(exception: Wire, errors: readonly Wire[]): readonly string[] {
  if (errors.every(({ frames }) => wires(frames).length === 0)) return [NO_FRAMES];
  return errors.some(({ frames }) => wires(frames).some(isMissing))
    ? [`frames without their original: sluice sourcemaps explain ${printable(text(exception['id']))}`]
    : [];
}

/** What the service read of the causes; of an older service, the causes as they were sent. */
function causesOf(exception: Wire): readonly Wire[] {
  if (Array.isArray(exception['causes'])) return wires(exception['causes']);
  const causes: Wire[] = [];
  for (let cause = wire(exception['cause']); Object.keys(cause).length > 0; cause = wire(cause['cause'])) {
    if (causes.push(cause) === CAUSES) break;
  }
  return causes;
}

function errorBlock({ type, message, frames }: Wire, prefix: string, style: Style): string {
  const calls = wires(frames).map(shownCall);
  const newest = calls.findIndex(({ isOwn }) => isOwn);
  return [
    style.red(printable(`${prefix}${text(type)}: ${text(message)}`)),
    ...calls.map((call, index) => callLines(call, index === newest, style)),
  ].join('\n');
}

interface ShownCall {
  readonly line: string;
  readonly isOwn: boolean;
  /** The frame that is shown: the original, or the sent frame if no source map resolves it. */
  readonly shown: Wire;
}

function shownCall(frame: Wire): ShownCall {
  const original = wire(frame['original']);
  const isOriginal = Object.keys(original).length > 0;
  const shown = isOriginal ? original : frame;
  const { function: name, line, column, inApp } = shown;
  const file = isOriginal ? (original['file'] ?? frame['file']) : frame['file'];
  const call = callText({ function: name, file, line, column });
  return { line: `    at ${call}`, isOwn: inApp !== false, shown };
}

function callLines({ line, isOwn, shown }: ShownCall, withSource: boolean, style: Style): string {
  const call = printable(line);
  const source = withSource ? sourceLines(shown, style) : [];
  return [isOwn ? call : style.dim(call), ...source].join('\n');
}

/** The lines around a frame, numbered, its own marked; none where its source is not known. */
export function sourceLines({ context, line: at }: Wire, style: Style): readonly string[] {
  const { before, line, after } = wire(context);
  if (typeof at !== 'number' || typeof line !== 'string') return [];
  const lines = [...sources(before), line, ...sources(after)];
  const first = at - sources(before).length;
  const width = String(first + lines.length - 1).length;
  return lines.map((content, index) => {
    const number = first + index;
    const shown = `${String(number).padStart(width)} | ${printable(content.replaceAll('\t', '  '))}`.trimEnd();
    return number === at ? `      > ${shown}` : style.dim(`        ${shown}`);
  });
}

const sources = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((line: unknown) => (typeof line === 'string' ? line : '')) : [];

/** A frame that was sent with its source lines misses nothing. */
const isMissing = ({ unresolved, inApp, context }: Wire): boolean =>
  inApp !== false && HELPABLE.has(unresolved) && Object.keys(wire(context)).length === 0;
