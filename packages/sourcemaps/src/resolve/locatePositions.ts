import { runCooperatively, type PausableTask } from '@sluice/runtime';
import type {
  EnclosingFunction,
  MappedPosition,
  ReadRanges,
  SourceContext,
  SourceMapIndex,
} from '../codec/read/sourceMapIndex.js';
import { cutContext } from './cutContext.js';
import { CALL_CHARACTERS, type CallSite } from './functionName.js';
import type { LocateOptions } from './locateOptions.js';

/** A frame's position, as reported by the engine. */
export interface FramePosition {
  /** From 1. */
  readonly line: number;
  /** From 1; `null` if unknown. */
  readonly column: number | null;
}

/** Result of the lookup of a position. */
export interface Located {
  readonly mapped: MappedPosition;
  /** `null` if it is missing or was not requested. */
  readonly context: SourceContext | null;
  /** Name of the function in the map's scope information. */
  readonly scope: string | null;
  /** The function in the text of the source; `undefined` if that was not parsed or functions were not requested. */
  readonly enclosing: EnclosingFunction | undefined;
  readonly callSite: CallSite;
}

/** Lines of context on each side. */
const CONTEXT_LINES = 5;
/** Positions whose context is in memory at the same time. */
const GROUP = 25;

/**
 * Looks up positions in one map: one batched read for the positions, one for scope information, one for function
 * names, and one for source lines per 25 positions. Returns one result per position; `null` if it is not mapped.
 * Yields in between. @throws the reason of the signal once that is aborted
 */
export async function locatePositions(
  index: SourceMapIndex,
  positions: readonly FramePosition[],
  options: LocateOptions,
  read: ReadRanges,
): Promise<readonly (Located | null)[]> {
  const mapped = await lookUp(index, positions, read);
  options.signal?.throwIfAborted();
  const found = mapped.filter((position) => position !== null);
  const scopes = options.functions && index.hasFunctions ? await index.functions(found, read) : [];
  const enclosing = options.functions && index.hasFunctionNames ? await index.functionNames(found, read) : [];
  const located: Located[] = [];
  for (let start = 0; start < found.length; start += GROUP) {
    const group = found.slice(start, start + GROUP);
    options.signal?.throwIfAborted();
    const around = await surroundings(index, group, options, read);
    await runCooperatively(
      locateGroup(group, located, (offset) => ({
        around: around[offset] ?? null,
        scope: scopes[start + offset] ?? null,
        enclosing: enclosing[start + offset],
        options,
      })),
    );
  }
  const next = located.values();
  return mapped.map((position) => (position === null ? null : (next.next().value ?? null)));
}

/** Without a column, the first mapping of the line is used. */
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
  { context, functions }: LocateOptions,
  read: ReadRanges,
): Promise<readonly (SourceContext | null)[]> {
  // Names used by callers matter only for functions in sources that were not parsed.
  const needsCallSites = functions && !index.hasAllFunctionNames;
  if (!index.hasContents || !(context || needsCallSites)) return Promise.resolve([]);
  return index.contexts(positions, context ? CONTEXT_LINES : 0, read);
}

/** What was read about a position besides its mapping. */
interface Surroundings {
  readonly around: SourceContext | null;
  readonly scope: string | null;
  readonly enclosing: EnclosingFunction | undefined;
  readonly options: LocateOptions;
}

function* locateGroup(
  group: readonly MappedPosition[],
  located: Located[],
  surroundingsOf: (offset: number) => Surroundings,
): PausableTask<void> {
  for (const [offset, position] of group.entries()) {
    const facts = surroundingsOf(offset);
    facts.options.signal?.throwIfAborted();
    located.push(locatedOf(position, facts));
    yield;
  }
}

function locatedOf(mapped: MappedPosition, { around, scope, enclosing, options }: Surroundings): Located {
  const { name, column, content } = mapped;
  // If a line was cut, the text at a column is unknown.
  const hasCall = around !== null && column < around.line.length;
  return {
    mapped,
    context: around !== null && options.context ? cutContext(around, column, CONTEXT_LINES) : null,
    scope,
    enclosing,
    callSite: {
      name,
      hasSource: content !== undefined,
      text: hasCall ? around.line.slice(column, column + CALL_CHARACTERS) : undefined,
    },
  };
}
