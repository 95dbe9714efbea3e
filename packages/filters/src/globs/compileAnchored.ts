import type { GlobSegment } from '@sluice/contract';
import type { FindGlob, IndexedGlob } from './findGlob.js';
import { accepts } from './characterSets.js';

/** Compiles globs with at most one `*`: each is compared at the ends of a text. */
export function compileAnchored(globs: readonly IndexedGlob[]): FindGlob {
  return (text, below) => globs.find(({ glob, index }) => index < below && matches(glob, text))?.index ?? below;
}

function matches([first = '', last]: readonly GlobSegment[], text: string): boolean {
  if (last === undefined) return text.length === first.length && matchesAt(first, text, 0);
  const end = text.length - last.length;
  return end >= first.length && matchesAt(first, text, 0) && matchesAt(last, text, end);
}

function matchesAt(segment: GlobSegment, text: string, at: number): boolean {
  if (typeof segment === 'string') return text.startsWith(segment, at);
  return segment.every((set, index) => accepts(set, text.charCodeAt(at + index)));
}
