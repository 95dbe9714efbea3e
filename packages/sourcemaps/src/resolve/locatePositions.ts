import type { MappedPosition, ReadRanges, SourceContext, SourceMapIndex } from '../codec/read/sourceMapIndex.js';
import { cutContext } from './cutContext.js';
import { displayPath } from './displayPath.js';
import { enclosingFunction, isReadable, LINES_BACK, type EnclosingFunction } from './names/enclosingFunction.js';
import { CALL_CHARACTERS, type CallSite } from './names/functionName.js';
import { startTurns } from './turns.js';
import type { Wanted } from './wanted.js';

/** A frame's position, as an engine counts. */
export interface FramePosition {
  /** From 1. */
  readonly line: number;
  /** From 1; `null` where it is not known. */
  readonly column: number | null;
}

/** What a map says of a position. */
export interface Located {
  readonly mapped: MappedPosition;
  /** `null` where it is not there or was not asked for. */
  readonly context: SourceContext | null;
  /** Name of the function in the map's scope information. */
  readonly scope: string | null;
  /** What the source says of the function; `undefined` where there is none or it was not asked for. */
  readonly text: EnclosingFunction | undefined;
  readonly callSite: CallSite;
}

/** Lines of context on each side. */
const CONTEXT_LINES = 5;
/** Positions whose surroundings are in memory at once. */
const GROUP = 25;

/**
 * Looks positions up in one map: one batched read for the positions, one for scope information, one for sources (of each
 * 25). Equal length; `null` where the map says nothing of the position. Others have their turn meanwhile; rejects with the
 * reason of the signal where nobody waits any more.
 */
export async function locatePositions(
  index: SourceMapIndex,
  positions: readonly FramePosition[],
  wanted: Wanted,
  read: ReadRanges,
): Promise<readonly (Located | null)[]> {
  const mapped = await lookUp(index, positions, read);
  const found = mapped.filter((position) => position !== null);
  const scopes = wanted.functions && index.hasFunctions ? await index.functions(found, read) : [];
  const located: Located[] = [];
  // Finding functions in sources costs time of the processor: whoever else waits for it has their turn.
  const turns = startTurns(wanted.signal);
  for (let start = 0; start < found.length; start += GROUP) {
    const group = found.slice(start, start + GROUP);
    if (turns.isOver()) await turns.next();
    const around = await surroundings(index, group, wanted, read);
    for (const [offset, position] of group.entries()) {
      if (turns.isOver()) await turns.next();
      located.push(
        locatedOf(position, { around: around[offset] ?? null, scope: scopes[start + offset] ?? null, wanted }),
      );
    }
  }
  const next = located.values();
  return mapped.map((position) => (position === null ? null : (next.next().value ?? null)));
}

/** Without a column the line's first mapping counts. */
async function lookUp(
  index: SourceMapIndex,
  positions: readonly FramePosition[],
  read: ReadRanges,
): Promise<readonly (MappedPosition | null)[]> {
  const asked = positions.map(({ line, column }) => ({ line, column: column === null ? 0 : column - 1 }));
  const found = [...(await index.lookUp(asked, read))];
  const open = positions.flatMap(({ column }, at) => (column === null && found[at] === null ? [at] : []));
  if (open.length === 0) return found;
  const after = await index.lookUp(
    open.map((at) => ({ line: positions[at]?.line ?? 0, column: 0 })),
    read,
    'lub',
  );
  for (const [at, position] of after.entries()) found[open[at] ?? 0] = position;
  return found;
}

function surroundings(
  index: SourceMapIndex,
  positions: readonly MappedPosition[],
  { context, functions }: Wanted,
  read: ReadRanges,
): Promise<readonly (SourceContext | null)[]> {
  if (!index.hasContents || !(context || functions)) return Promise.resolve([]);
  const shown = context ? CONTEXT_LINES : 0;
  return index.contexts(positions, { before: shown, after: shown, back: functions ? LINES_BACK : 0 }, read);
}

function locatedOf(
  mapped: MappedPosition,
  {
    around,
    scope,
    wanted,
  }: { readonly around: SourceContext | null; readonly scope: string | null; readonly wanted: Wanted },
): Located {
  const { name, column, source } = mapped;
  const isText = around !== null && wanted.functions && isReadable(source === null ? null : displayPath(source));
  // Of a line that was cut the text at a column is not known.
  const hasCall = around !== null && column < around.line.length;
  return {
    mapped,
    context: around !== null && wanted.context ? cutContext(around, column, CONTEXT_LINES) : null,
    scope,
    text: isText ? enclosingFunction(around, mapped) : undefined,
    callSite: { name, text: hasCall ? around.line.slice(column, column + CALL_CHARACTERS) : undefined },
  };
}
