import { cut, LIMITS } from '@sluice/contract';
import type { Frame } from './frame.js';

/**
 * Returns the frame in which an error happened: the newest of the application, or the newest of all if there is none;
 * `undefined` without frames.
 */
export const culpritFrame = <T extends Pick<Frame, 'inApp'>>(frames: readonly T[]): T | undefined =>
  frames.find(({ inApp }) => inApp) ?? frames[0];

/**
 * Returns where an error happened, for display: `load in assets/main.3f2a1b9c.js`, or `price in shop.cart` where only the module
 * is known; at most 512 characters; `null` without a usable frame.
 */
export function describeCulprit(frame: Pick<Frame, 'file' | 'function' | 'module'> | undefined): string | null {
  if (frame === undefined) return null;
  const place = frame.file === '' ? (frame.module ?? '') : readablePath(frame.file);
  const text = [frame.function, place].filter((part) => part !== '').join(' in ');
  return text === '' ? null : cut(text, LIMITS.cutIndexed);
}

/** Prefixes of engines and bundlers before a path, and the query after it, which do not help a reader. */
const readablePath = (file: string): string =>
  file
    .replace(/[?#].*$/s, '')
    .replace(/^(?:webpack-internal|webpack|turbopack|rsc|app|file|https?):\/{2,3}/, (scheme) =>
      scheme.startsWith('http') ? 'http://' : scheme.startsWith('file') ? '/' : '',
    )
    .replace(/^http:\/\/[^/]*\//, '')
    .replace(/^\.\//, '');
