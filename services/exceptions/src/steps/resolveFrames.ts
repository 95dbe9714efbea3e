import type { StoredRow } from '@sluice/drain';
import type { FrameResolver, ResolvedFrame, StackToResolve } from '@sluice/sourcemaps';
import type { Frame } from '@sluice/stacktrace';
import { collectStacks, type Stacks } from './collectStacks.js';
import { countedFrames, partsOf } from './countedFrames.js';
import { groupsByOriginalFrames, type ResolvedFrames } from './fingerprints.js';
import { isMinifiedName, normalizeFunction } from './normalizeFunction.js';
import type { GroupingDetails } from './readDetails.js';

type Row = StoredRow<'exceptions', GroupingDetails>;

/** Share of the step's time limit; the rest is for using the results. */
const SHARE = 0.9;

/** Limit of frames per write batch that are looked up; further stacks are grouped by their frames as sent. */
const LOCATED = 20_000;

/**
 * Limit of frames per write batch whose functions are named, those of the most frequent stacks first: a name requires
 * a read of the source.
 */
const NAMED = 1_000;

/** `raw`: no frame resolves. `unknown`: not all could be read, or not in time. */
type ResolvedStack = readonly Frame[] | 'raw' | 'unknown';

/**
 * Resolves the frames of a write batch's exceptions with the current source maps, for grouping only. Two calls for
 * all of them, each distinct stack once: first the locations, which is cheap, then the functions of the frames that
 * group. Omits exceptions for which nothing would change: neither a release nor debug ids, a fingerprint without frames, no frame that
 * resolves. Also omits stacks that could not be read in time, as a whole: a partially resolved stack would have a
 * fingerprint that no other exception has.
 */
export async function resolveFrames(
  resolver: FrameResolver,
  stored: readonly Row[],
  withinMs: number,
): Promise<ReadonlyMap<Row, ResolvedFrames>> {
  const stacks = collectStacks();
  const resolvable = stored.flatMap((row) => {
    const own = stacksOf(row).map((stack, depth) => stacks.add(stack, `${row.row.hash} ${depth}`));
    return own.length === 0 ? [] : [{ row, own }];
  });
  if (resolvable.length === 0) return new Map();
  const resolved = await resolveStacks(resolver, stacks, performance.now() + withinMs * SHARE);
  return new Map(
    resolvable.flatMap(({ row, own }) => {
      const frames = togetherOf(own.map((place) => resolved[place] ?? 'unknown'));
      return frames === undefined ? [] : [[row, frames] as const];
    }),
  );
}

/** The stacks of an exception and its causes; none where nothing of them would be used. */
function stacksOf({ row, details: { exception } }: Row): readonly StackToResolve[] {
  const { project_id: projectId, release } = row;
  if (!groupsByOriginalFrames(exception)) return [];
  const stacks = [exception.frames, ...exception.causes.map(({ frames }) => frames)];
  if (release === null && !stacks.flat().some(({ debugId }) => debugId !== undefined)) return [];
  return stacks.some((frames) => frames.length > 0) ? stacks.map((frames) => ({ projectId, release, frames })) : [];
}

function togetherOf(stacks: readonly ResolvedStack[]): ResolvedFrames | undefined {
  if (stacks.includes('unknown') || stacks.every((stack) => stack === 'raw')) return undefined;
  const [frames, ...causes] = stacks.map((stack) => (typeof stack === 'string' ? undefined : stack));
  return { frames, causes };
}

async function resolveStacks(
  resolver: FrameResolver,
  { all, counts }: Stacks,
  deadline: number,
): Promise<readonly ResolvedStack[]> {
  const ask = (stacks: readonly StackToResolve[], functions: boolean): ReturnType<FrameResolver['resolve']> =>
    resolver.resolve(stacks, { context: false, functions, timeoutMs: Math.max(1, deadline - performance.now()) });
  const located = await ask(upTo(LOCATED, all), false);
  const result: ResolvedStack[] = all.map(() => 'unknown');
  const plans: Plan[] = [];
  for (const [place, stack] of all.entries()) {
    const own = located[place] ?? [];
    if (!isComplete(own, stack.frames)) continue;
    const counted = countedFrames(stack.frames, own);
    if (counted.length === 0) result[place] = 'raw';
    else plans.push({ place, stack, counted, parts: partsOf(counted, stack.frames.length) });
  }
  const named = affordable(plans, counts);
  const parts = named.flatMap(({ stack, parts: own }) =>
    own.map(([from, end]) => ({ ...stack, frames: stack.frames.slice(from, end) })),
  );
  const answers = (parts.length === 0 ? [] : await ask(parts, true)).values();
  for (const plan of named)
    result[plan.place] = namedStack(
      plan,
      plan.parts.map(() => answers.next().value ?? []),
    );
  return result;
}

interface Plan {
  readonly place: number;
  readonly stack: StackToResolve;
  /** Indexes of the frames that group. */
  readonly counted: readonly number[];
  readonly parts: ReturnType<typeof partsOf>;
}

/** Returns the first stacks that together have at most this many frames. */
function upTo(most: number, stacks: readonly StackToResolve[]): readonly StackToResolve[] {
  let frames = 0;
  return stacks.filter((stack) => (frames += stack.frames.length) <= most);
}

function affordable(plans: readonly Plan[], counts: readonly number[]): readonly Plan[] {
  let frames = 0;
  return plans
    .toSorted((a, b) => (counts[b.place] ?? 0) - (counts[a.place] ?? 0))
    .filter(({ parts }) => (frames += parts.reduce((sum, [from, end]) => sum + end - from, 0)) <= NAMED);
}

/** Returns the resolved frames that group. @param answers one list per part, with one answer per frame */
function namedStack({ stack, counted, parts }: Plan, answers: readonly (readonly ResolvedFrame[])[]): ResolvedStack {
  const found = new Map<number, ResolvedFrame>();
  for (const [at, [from, end]] of parts.entries()) {
    for (let index = from; index < end; index += 1) {
      const answer = answers[at]?.[index - from];
      if (answer !== undefined) found.set(index, answer);
    }
  }
  const own = counted.map((index) => found.get(index));
  const frames = counted.map((index) => stack.frames[index]);
  if (!own.every((answer) => answer !== undefined && answer.unresolved !== 'unavailable')) return 'unknown';
  return frames.flatMap((frame, at) => (frame === undefined ? [] : [resolvedFrame(frame, own[at]?.original ?? null)]));
}

const isComplete = (answers: readonly ResolvedFrame[], frames: readonly Frame[]): boolean =>
  answers.length === frames.length && answers.every(({ unresolved }) => unresolved !== 'unavailable');

function resolvedFrame(raw: Frame, original: ResolvedFrame['original']): Frame {
  if (original === null) return raw;
  const { file, function: name, line, column, inApp } = original;
  const lasting = name === raw.function ? lastingName(name) : name;
  return { file: file === null ? raw.file : asSource(file), function: lasting ?? '', line, column, inApp };
}

/** Marks a project path as a source file: a bare `main.ts` would look like a bundle. */
const asSource = (file: string): string =>
  /^(?:[./\\]|[a-z][\w+.-]*:|node_modules\/)/i.test(file) ? file : `./${file}`;

/** The engine may have printed a minified name, which the next build gives to another function. */
const lastingName = (name: string): string => (isMinifiedName(normalizeFunction(name)) ? '' : name);
