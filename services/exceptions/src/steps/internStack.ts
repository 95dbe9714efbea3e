import { isObject, type Json } from '@sluice/contract';
import { createLru } from '@sluice/runtime';
import { readFrames, type Frame } from '@sluice/stacktrace';

type Fields = Readonly<Record<string, Json>>;

/** A stack as sent. */
export interface SentStack {
  /**
   * Without variables. Equal stacks share one frames object while they are remembered, so data derived from it can be cached with
   * it.
   */
  readonly frames: readonly Frame[];
  /** JSON of `frames` as sent; `undefined` if there were none. */
  readonly json: string | undefined;
}

/** Characters of the stacks that are remembered; each takes about four bytes. */
const REMEMBERED = 4 * 2 ** 20;

/** A longer stack is parsed each time: a few would evict all others. */
const LONGEST = 64 * 2 ** 10;

const NONE: SentStack = { frames: [], json: undefined };

const known = createLru<readonly Frame[]>(REMEMBERED);

/**
 * {@link readFrames} of a payload or a cause, without variables. One fault sends the same stack again and again, with other
 * variables: to find it by its text, which the row needs anyway, is cheaper than to read it.
 */
export function internStack({ frames, stack, message, platform = null }: Fields): SentStack {
  const given = frames === undefined || frames === null ? NONE : internFrames(frames);
  if (given.frames.length > 0 || typeof stack !== 'string') return given;
  // The lengths keep platform, message and stack apart.
  const body = typeof message === 'string' ? `${message.length}:${message}${stack}` : `:${stack}`;
  const text = typeof platform === 'string' ? `~${platform.length}:${platform}${body}` : body;
  return { ...given, frames: remembered(text, () => readFrames({ stack, message: message ?? null, platform })) };
}

function internFrames(sent: Json): SentStack {
  const frames = withoutVars(sent);
  const text = JSON.stringify(frames);
  return {
    frames: remembered(text, () => readFrames({ frames })),
    json: frames === sent ? text : JSON.stringify(sent),
  };
}

/** Returns frames without their variables, which differ from event to event; the same value if there are none. */
function withoutVars(frames: Json): Json {
  const all = Array.isArray(frames) ? (frames as readonly Json[]) : [];
  return all.some(hasVars) ? all.map((frame) => (hasVars(frame) ? without(frame, 'vars') : frame)) : frames;
}

const hasVars = (frame: Json): frame is Fields => isObject(frame) && frame['vars'] !== undefined;

const without = (object: Fields, field: string): Fields =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));

function remembered(text: string, read: () => readonly Frame[]): readonly Frame[] {
  const found = known.get(text);
  if (found !== undefined) return found;
  const frames = read();
  if (text.length <= LONGEST) known.set(text, frames, { size: text.length });
  return frames;
}
