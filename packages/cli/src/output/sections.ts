import type { Style } from './style.js';

/** Parts of an answer below each other, each under its heading; parts without text are left out. */
export function sections(parts: readonly (readonly [heading: string, text: string])[], style: Style): string {
  return parts
    .filter(([, text]) => text !== '')
    .map(([heading, text]) => (heading === '' ? text : `${style.cyan(heading)}\n${text}`))
    .join('\n\n');
}
