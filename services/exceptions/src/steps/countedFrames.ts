import type { ResolvedFrame } from '@sluice/sourcemaps';
import type { Frame } from '@sluice/stacktrace';

/**
 * Maximum number of distinct locations to name: somewhat more than the ten calls that group, because recursion has
 * few locations.
 */
const PLACES = 16;

/**
 * Returns the indexes of the frames that group a resolved stack: the newest of the application, or of all if there is
 * none. `[]` if no frame resolves: then the fingerprint of the frames as sent is used. @param resolved one per frame
 */
export function countedFrames(frames: readonly Frame[], resolved: readonly ResolvedFrame[]): readonly number[] {
  if (resolved.every(({ original }) => original === null)) return [];
  const all = [...frames.keys()];
  const own = all.filter((index) => resolved[index]?.original?.inApp ?? frames[index]?.inApp ?? false);
  const places = new Set<string>();
  const counted: number[] = [];
  for (const index of own.length > 0 ? own : all) {
    const { file, line, column } = frames[index] ?? {};
    places.add(`${file}\n${line}\n${column}`);
    if (places.size > PLACES) break;
    counted.push(index);
  }
  return counted;
}

/** The parts of a stack that these frames are in, each as [from, end): with the caller of the last, which may name it. */
export function partsOf(indexes: readonly number[], length: number): readonly (readonly [number, number])[] {
  const parts: [number, number][] = [];
  for (const index of indexes) {
    const last = parts.at(-1);
    const end = Math.min(index + 2, length);
    if (last !== undefined && index <= last[1]) last[1] = end;
    else parts.push([index, end]);
  }
  return parts;
}
