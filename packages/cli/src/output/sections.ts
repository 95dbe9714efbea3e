import type { Style } from './style.js';

/** Joins sections, each under its heading; empty sections are omitted. */
export function sections(parts: readonly (readonly [heading: string, text: string])[], style: Style): string {
  return parts
    .filter(([, text]) => text !== '')
    .map(([heading, text]) => (heading === '' ? text : `${style.cyan(heading)}\n${text}`))
    .join('\n\n');
}
