import { callText } from '../../output/callText.js';
import { text, wire, wires, type Wire } from '../../output/cells.js';
import { printable } from '../../output/printable.js';
import type { Style } from '../../output/style.js';
import { causePrefix, MOST_CAUSES } from './causePrefix.js';

/** Reasons for unresolved frames that the user can fix. */
const HELPABLE: ReadonlySet<unknown> = new Set(['no_release', 'no_map', 'outside_map', 'bad_map', 'unavailable']);

/** Text for an exception without a stack. */
export const NO_FRAMES =
  'no frames: the exception has neither payload.stack nor payload.frames, or no line of them is a call';

/**
 * Formats an exception and its causes with resolved frames, or frames as sent if they do not resolve. The newest frame of the
 * application shows source lines, from the source map or as sent, and its variables. Frames of libraries are dim.
 */
export function describeStack(exception: Wire, style: Style): string {
  const errors = [exception, ...causesOf(exception)];
  const blocks = errors.map((error, place) => errorBlock(error, causePrefix(errors, place), style));
  return [...blocks, ...hintOf(exception, errors).map((hint) => style.dim(hint))].join('\n');
}

/** Hints for missing or unresolved frames. A captured message needs none. */
function hintOf(exception: Wire, errors: readonly Wire[]): readonly string[] {
  if (errors.every(({ frames }) => wires(frames).length === 0)) return exception['type'] === MESSAGE ? [] : [NO_FRAMES];
  return errors.some(({ frames }) => wires(frames).some(isMissing))
    ? [`some frames are not resolved; for the reason: sluice sourcemaps explain ${printable(text(exception['id']))}`]
    : [];
}

/** The causes as parsed by the service, or as sent if the service is older. */
function causesOf(exception: Wire): readonly Wire[] {
  if (Array.isArray(exception['causes'])) return wires(exception['causes']);
  const causes: Wire[] = [];
  for (let cause = wire(exception['cause']); Object.keys(cause).length > 0; cause = wire(cause['cause'])) {
    if (causes.push(cause) === MOST_CAUSES) break;
  }
  return causes;
}

function errorBlock({ type, message, frames }: Wire, prefix: string, style: Style): string {
  const calls = wires(frames).map(displayedCall);
  const newest = calls.findIndex(({ isOwn }) => isOwn);
  return [
    style.red(printable(type === MESSAGE ? `${prefix}${text(message)}` : `${prefix}${text(type)}: ${text(message)}`)),
    ...calls.map((call, index) => callLines(call, index === newest, style)),
  ].join('\n');
}

interface DisplayedCall {
  readonly line: string;
  readonly isOwn: boolean;
  /** The frame to show: the original, or the frame as sent if it does not resolve. */
  readonly shown: Wire;
  readonly vars: Wire;
}

function displayedCall(frame: Wire): DisplayedCall {
  const original = wire(frame['original']);
  const isOriginal = Object.keys(original).length > 0;
  const shown = isOriginal ? original : frame;
  const { function: name, line, column, inApp } = shown;
  const file = isOriginal ? (original['file'] ?? frame['file']) : frame['file'];
  const module = isOriginal ? null : frame['module'];
  const call = callText({ function: name, file, module, line, column });
  return { line: `    at ${call}`, isOwn: inApp !== false, shown, vars: wire(frame['vars']) };
}

function callLines({ line, isOwn, shown, vars }: DisplayedCall, isNewest: boolean, style: Style): string {
  const call = printable(line);
  const more = isNewest ? [...sourceLines(shown, style), ...variableLines(vars, style)] : [];
  return [isOwn ? call : style.dim(call), ...more].join('\n');
}

/** Variables of a frame, each in one line. */
const variableLines = (vars: Wire, style: Style): readonly string[] =>
  Object.entries(vars).map(
    ([name, value]) => `        ${style.dim(`${printable(name)} =`)} ${printable(text(value, VALUE))}`,
  );

/** Characters of a variable that are shown. */
const VALUE = 160;

/** Type of a captured message. */
const MESSAGE = 'Message';

/** Numbered source lines around a frame, with its own line marked; empty if the source is unknown. */
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

const isMissing = (frame: Wire): boolean =>
  frame['inApp'] !== false && HELPABLE.has(frame['unresolved']) && !hasSource(frame);

/** Whether a frame was sent with its source: in minified code the column is beyond what is kept of the long line. */
function hasSource({ context, column }: Wire): boolean {
  const { line } = wire(context);
  return typeof line === 'string' && (typeof column !== 'number' || column <= line.length);
}
