import { cut, LIMITS, type Json } from '@sluice/contract';
import { readException } from './readException.js';

/**
 * Where an exception happened, for people: `load in assets/main.3f2a1b9c.js`, the newest frame of the application (of
 * all, where none is the application's), at most 512 characters; `null` where no frame is known.
 */
export function culpritOf(payload: Readonly<Record<string, Json>>): string | null {
  const { frames } = readException(payload);
  const frame = frames.find(({ inApp }) => inApp) ?? frames[0];
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
