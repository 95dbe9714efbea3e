import type { Json, WireSourceContext } from '@sluice/contract';

/** The source lines of a frame as they were sent; `undefined` where its own line is missing. Lists of anything but text are empty. */
export function readContext(given: Json | undefined): WireSourceContext | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const { before, line, after } = given as Readonly<Record<string, Json>>;
  return typeof line === 'string' ? { before: linesOf(before), line, after: linesOf(after) } : undefined;
}

const linesOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) && value.every((line) => typeof line === 'string') ? value : [];
