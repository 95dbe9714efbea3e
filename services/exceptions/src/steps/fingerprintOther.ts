import { UNNAMED_CALL } from '@sluice/contract';
import type { Cause, Frame } from '@sluice/stacktrace';
import { withoutRetries, type Texts } from './fingerprintV1.js';
import { normalizeOtherMessage } from './normalizeMessage.js';
import { normalizeRecursion } from './normalizeRecursion.js';

/**
 * The rules of `fingerprintV1` for platforms other than JavaScript, whose names are those in the source. A call counts by its
 * module, or by the name of its file, and by its function; those of the application alone, if there are any. The message counts if
 * no function of the application is named, and alone without usable frames.
 */
export const fingerprintOther = (errors: readonly Cause[]): Texts => withoutRetries(errors.map(describe));

function describe({ type, message, frames }: Cause): readonly string[] {
  const own = callsOf(frames.filter(({ inApp }) => inApp));
  const calls = own.length > 0 ? own : callsOf(frames);
  const texts = calls.map(({ text }) => text);
  if (texts.length > 0 && own.some(({ isNamed }) => isNamed)) return ['frames', type, ...texts];
  const words = normalizeOtherMessage(message);
  return texts.length === 0 ? ['message', type, words] : ['frames and message', type, words, ...texts];
}

interface Call {
  readonly text: string;
  readonly isNamed: boolean;
}

/** Calls far down the stack belong to the framework. */
const COUNTED = 10;

const callsOf = (frames: readonly Frame[]): readonly Call[] =>
  normalizeRecursion(frames.map(callOf).filter((call) => call !== undefined)).slice(0, COUNTED);

/** `undefined` if the frame has neither module, file nor function, or only an address as function. */
function callOf({ module = '', file, function: name }: Frame): Call | undefined {
  const place = module === '' ? fileName(file) : withoutNumbers(module);
  const own = name === UNNAMED_CALL ? '' : withoutNumbers(name);
  return place === '' && own === '' ? undefined : { text: `${place}:${own}`, isNamed: own !== '' };
}

/** A file's own name: directories are another server's or another release's. */
const fileName = (file: string): string => file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);

/** What compilers and proxies number: `lambda$price$0`, `$Proxy42`, `main.func1.2`, `<Price>b__0_1`, `Cart$$SpringCGLIB$$0`. */
const NUMBERED = /\$\$.*$|(\$|__|\bfunc|Proxy|Accessor)\d[\d._]*|0x[\da-f]+/gis;

const withoutNumbers = (name: string): string => name.slice(0, MAX_NAME).replace(NUMBERED, '$1');

/** Longer names are cut. */
const MAX_NAME = 300;
