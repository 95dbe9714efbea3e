import { UNNAMED_CALL } from '@sluice/contract';
import type { Frame } from '@sluice/stacktrace';
import { normalizeFile } from './normalizeFile.js';
import { isMinifiedName, normalizeFunction } from './normalizeFunction.js';
import { normalizeRecursion } from './normalizeRecursion.js';

/** The parts of a stack that stay the same from build to build. */
export interface StableFrames {
  /** `file:function` of the calls that group, newest first; empty if no frame is usable. */
  readonly texts: readonly string[];
  /** Whether the calls show where it happened. If not, the message is used as well. */
  readonly areTelling: boolean;
}

interface StableCall {
  readonly text: string;
  readonly isNamed: boolean;
  /** Of a bundle, or with a name that a minifier made: without a name it is one of thousands. */
  readonly isMinified: boolean;
}

/** Calls far down the stack belong to the framework; and Chrome prints ten where others print a hundred. */
const COUNTED = 10;

/** A cache of the pure {@link normalize}: equal stacks are one list of frames (`internStack`), which never changes. */
const known = new WeakMap<readonly Frame[], StableFrames>();

/**
 * Returns the calls of a stack that group: those of the application, or all if there are none. Without lines and
 * columns, which every change of a file moves. In a bundle, a call without a stable name is used only if no call has
 * one: the number of such calls and their bundle change with every build.
 */
export function normalizeFrames(frames: readonly Frame[]): StableFrames {
  const stable = known.get(frames) ?? normalize(frames);
  known.set(frames, stable);
  return stable;
}

function normalize(frames: readonly Frame[]): StableFrames {
  const own = stableCalls(frames.filter(({ inApp }) => inApp));
  const calls = own.length > 0 ? own : stableCalls(frames);
  const [newest] = calls;
  if (newest === undefined) return { texts: [], areTelling: false };
  const lasting = calls.filter((call) => call.isNamed || !call.isMinified);
  const counted = lasting.some(({ isNamed }) => isNamed) ? normalizeRecursion(lasting) : calls;
  return {
    texts: counted.map(({ text }) => text),
    areTelling: own.length > 0 && counted.some(({ isNamed }) => isNamed) && (newest.isNamed || !newest.isMinified),
  };
}

const stableCalls = (frames: readonly Frame[]): readonly StableCall[] =>
  normalizeRecursion(frames.map(stableCall).filter((call) => call !== undefined)).slice(0, COUNTED);

/** `undefined` if the frame has neither a name nor a stable file. */
function stableCall(frame: Frame): StableCall | undefined {
  if (frame.file === '' && frame.function === UNNAMED_CALL) return undefined;
  const { name: file, kind } = normalizeFile(frame.file);
  const given = normalizeFunction(frame.function);
  // Sources are as people wrote them: a short name there is a name.
  const isMadeUp = given !== '' && kind !== 'source' && isMinifiedName(given);
  const name = isMadeUp ? '' : given;
  if (file === '' && (name === '' || frame.file !== '')) return undefined;
  return { text: `${file}:${name}`, isNamed: name !== '', isMinified: kind === 'bundle' || isMadeUp };
}
