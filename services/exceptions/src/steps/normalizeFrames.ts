import type { Frame } from '@sluice/stacktrace';
import { normalizeFile } from './normalizeFile.js';
import { isMinifiedName, normalizeFunction } from './normalizeFunction.js';
import { normalizeRecursion } from './normalizeRecursion.js';

/** What of a stack stays the same from build to build. */
export interface StableFrames {
  /** `file:function` of the calls that count, newest first; empty where no frame says anything. */
  readonly texts: readonly string[];
  /** Whether the calls say where it happened. Where they do not, the message has to help. */
  readonly areTelling: boolean;
}

interface StableCall {
  readonly text: string;
  readonly isNamed: boolean;
  /** Of a bundle, or with a name that a minifier made: without a name it is one of thousands. */
  readonly isMinified: boolean;
}

/** Calls far down the stack are the framework's way here, not the fault; and Chrome prints no more than ten where others print a hundred. */
const COUNTED = 10;

/** A cache of the pure {@link normalize}: equal stacks are one list of frames (`internStack`), which never changes. */
const known = new WeakMap<readonly Frame[], StableFrames>();

/**
 * The calls of a stack that group: the application's, or all where none is the application's. No line and no column:
 * every change of a file moves them. In a bundle a call without a lasting name counts only where no call has one: how many
 * of them there are, and in which bundle, is the minifier's and the bundler's decision in every build anew.
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

/** `undefined` where the frame says nothing: no name, and no file that lasts. */
function stableCall(frame: Frame): StableCall | undefined {
  const { name: file, kind } = normalizeFile(frame.file);
  const given = normalizeFunction(frame.function);
  // Sources are as people wrote them: a short name there is a name.
  const isMadeUp = given !== '' && kind !== 'source' && isMinifiedName(given);
  const name = isMadeUp ? '' : given;
  if (file === '' && (name === '' || frame.file !== '')) return undefined;
  return { text: `${file}:${name}`, isNamed: name !== '', isMinified: kind === 'bundle' || isMadeUp };
}
