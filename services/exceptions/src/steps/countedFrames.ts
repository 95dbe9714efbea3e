import type { ResolvedFrame } from '@sluice/sourcemaps';
import type { Frame } from '@sluice/stacktrace';

/** Different places that are named at most: somewhat more than ten calls group, and what calls itself stands at few places. */
const PLACES = 16;

/**
 * Which frames of a stack group it once it is resolved, as indexes: the newest of the application, of all where none is the
 * application's. `[]` where no frame resolves: its fingerprint is that of the frames as sent. @param resolved one a frame
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
