import { cut, LIMITS } from '@sluice/contract';
import type { Frame } from './frame.js';

/** The frame that says where an error happened: the newest of the application, of all where none is; `undefined` without frames. */
export const culpritFrame = <T extends Pick<Frame, 'inApp'>>(frames: readonly T[]): T | undefined =>
  frames.find(({ inApp }) => inApp) ?? frames[0];

/**
 * Where an error happened, for people: `load in assets/main.3f2a1b9c.js`, at most 512 characters; `null` where the frame says
 * nothing, or there is none.
 */
export function describeCulprit(frame: Pick<Frame, 'file' | 'function'> | undefined): string | null {
  if (frame === undefined) return null;
  const text = [frame.function, readablePath(frame.file)].filter((part) => part !== '').join(' in ');
  return text === '' ? null : cut(text, LIMITS.cutIndexed);
}

/** What only some engines and bundlers write in front of a path, and a query behind it, say nothing to a reader. */
const readablePath = (file: string): string =>
  file
    .replace(/[?#].*$/s, '')
    .replace(/^(?:webpack-internal|webpack|turbopack|rsc|app|file|https?):\/{2,3}/, (scheme) =>
      scheme.startsWith('http') ? 'http://' : scheme.startsWith('file') ? '/' : '',
    )
    .replace(/^http:\/\/[^/]*\//, '')
    .replace(/^\.\//, '');
