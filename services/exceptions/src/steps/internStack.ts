import type { Json } from '@sluice/contract';
import { createLru } from '@sluice/runtime';
import { readFrames, type Frame } from '@sluice/stacktrace';

/** A stack as sent. */
export interface SentStack {
  /** Equal stacks share one frames object while they are remembered, so data derived from it can be cached with it. */
  readonly frames: readonly Frame[];
  /** JSON of `frames` as sent; `undefined` if there were none. */
  readonly json: string | undefined;
}

/** Characters of the stacks that are remembered; each takes about four bytes. */
const REMEMBERED = 4 * 2 ** 20;

/** A longer stack is parsed each time: a few would evict all others. */
const LONGEST = 64 * 2 ** 10;

const NONE: SentStack = { frames: [], json: undefined };

const known = createLru<SentStack>(REMEMBERED);

/**
 * {@link readFrames} of a payload or a cause. One fault sends the same stack again and again: to find it by its text, which the row
 * needs anyway, is cheaper than to read it.
 */
export function internStack({ frames, stack, message }: Readonly<Record<string, Json>>): SentStack {
  const given = frames === undefined || frames === null ? NONE : internFrames(frames);
  if (given.frames.length > 0 || typeof stack !== 'string') return given;
  // The length keeps a message and a stack apart from another message and its stack.
  const text = typeof message === 'string' ? `${message.length}:${message}${stack}` : `:${stack}`;
  const raw = (): SentStack => ({ frames: readFrames({ stack, message: message ?? null }), json: undefined });
  return { ...given, frames: remembered(text, raw).frames };
}

function internFrames(frames: Json): SentStack {
  const json = JSON.stringify(frames);
  return remembered(json, () => ({ frames: readFrames({ frames }), json }));
}

function remembered(text: string, read: () => SentStack): SentStack {
  const found = known.get(text);
  if (found !== undefined) return found;
  const stack = read();
  if (text.length <= LONGEST) known.set(text, stack, { size: text.length });
  return stack;
}
