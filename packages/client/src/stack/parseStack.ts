import type { StackFrame } from '../core/event.js';

const MOST_LINES = 250;
/** A longer stack is truncated and therefore not understood. */
const LONGEST_LINE = 1_024;

/** `at f (place)`, `at place`, `at async f (place)`. */
const V8 = /^at (?:async )?(?:((?:(?! \().)+) \((.*)\)|(.*))$/;

/** `f@place`, `@place`, `place`, `f@`. Names and positions may contain `@`; a position begins with a scheme or a path. */
const AT_SIGN = /^(?:(?:.*\*)?(.*?)@)??((?:[\w+.-]+:(?=\S)|\/|\[n).*|)$/;

/** `file:12:34`, `file:12`, or an engine's own position; not `eval at f (…)`, `address at …`, `… line 1 > eval`. */
const PLACE = /^(?!\w+ at |.* > )(?:(.+?):(\d{1,9})(?::(\d{1,9}))?|<anonymous>|native|index \d+|\[native code\]|)$/;

let nameOf = (file: string): string => file;

/** Sets a function that names files; Node converts module URLs to paths. */
export const nameFilesWith = (name: (file: string) => string): void => {
  nameOf = name;
};

/**
 * Debug ids of files, and `undefined` of files in a stack that had none. Bundles register ids by a stack whose newest frame is their
 * own, before they can throw. Other SDKs read the same object.
 */
const debugIds = new Map<string | undefined, string | undefined>();
let registered = 0;
/** Maximum files without a debug id. */
const MOST_WITHOUT = 1_000;

/** Reads ids that were registered since the last call. Listing thousands of them takes a millisecond. */
function readDebugIds(): void {
  const all = Object.entries((globalThis as { _sentryDebugIds?: Record<string, string> })._sentryDebugIds ?? {});
  if (debugIds.size > all.length + MOST_WITHOUT) {
    debugIds.clear();
    registered = 0;
  }
  for (const [stack, id] of all.slice(registered)) {
    // V8 begins with the name of the error.
    const file = parse(stack, '', 2)[0]?.file;
    // All evaluated code is `<anonymous>`.
    if (file !== '<anonymous>') debugIds.set(file?.replace(/[?#].*/, ''), id);
  }
  registered = all.length;
}

/**
 * Parses a raw stack of Chrome, Firefox, Safari or Node; newest first, at most 250 frames. Empty if a line is not understood or the
 * message has several lines: the server then parses the text and knows more formats. Debug ids are read again where a file is in a
 * stack for the first time.
 */
export function parseStack(stack: string, message: string): readonly StackFrame[] {
  const frames = parse(stack, message);
  if (frames.some(({ file }) => !debugIds.has(file))) readDebugIds();
  for (const frame of frames) debugIds.set(frame.file, (frame.debugId = debugIds.get(frame.file)));
  return frames as readonly StackFrame[];
}

/** A frame that gets its debug id. */
type Frame = Omit<StackFrame, 'debugId'> & { debugId?: string | undefined };

function parse(stack: string, message: string, mostLines = MOST_LINES): Frame[] {
  const frames: Frame[] = [];
  const isV8 = /^ *at /m.test(stack);
  for (const line of message.includes('\n') ? [] : stack.split('\n', mostLines)) {
    const text = line.trim();
    const call = text && (isV8 ? V8 : AT_SIGN).exec(text.slice(0, LONGEST_LINE));
    if (call) {
      const place = PLACE.exec(call[2] ?? call[3] ?? '');
      if (!place) return [];
      frames.push(frameOf(call[1], place));
    } else if (text && (frames[0] || !isV8)) return [];
  }
  return frames;
}

/** A place of an engine's own is its file; `Promise.all (index 0)` and WebKit's `CartError@` have none. Undefined fields are not sent. */
function frameOf(name: string | undefined, [whole = '', place, line, column]: readonly string[]): Frame {
  const file = place ? nameOf(place) : /^i|^$/.test(whole) ? '<anonymous>' : whole;
  return {
    function: name || undefined,
    file,
    line: line && +line,
    column: column && +column,
  } as Frame;
}
