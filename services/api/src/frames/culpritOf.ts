import type { OriginalFrame, ResolvedFrame } from '@sluice/sourcemaps';
import { culpritFrame, describeCulprit, withoutConstructors, type Frame } from '@sluice/stacktrace';

/** Where an exception happened, for people: `load in src/cart.ts`. */
export interface Culprit {
  /** By the frames as they were sent; `null` where none is known. */
  readonly raw: string | null;
  /** By the original frame; `undefined` where the newest frame of the application does not resolve. */
  readonly original: string | undefined;
}

/** Frames that a culprit is chosen from: libraries in the same bundle are told from the application by their map only. */
const CANDIDATES = 8;

/**
 * The frames that are resolved for an exception's culprit: from the newest of the application on, as they were sent, and the caller
 * of the last one, which may be what names its function. Constructors of the error itself are no culprits. @param type of the
 * exception
 */
export function culpritWindow(frames: readonly Frame[], type: string): readonly Frame[] {
  const newest = culpritFrame(withoutConstructors(frames, type));
  const start = newest === undefined ? 0 : frames.indexOf(newest);
  return frames.slice(start, start + CANDIDATES + 1);
}

/**
 * Which frame of a {@link culpritWindow} is the culprit, as an index; `undefined` where that frame does not resolve.
 * @param resolved its frames' answers
 */
export function culpritPlace(window: readonly Frame[], resolved: readonly ResolvedFrame[]): number | undefined {
  const candidates = window.slice(0, CANDIDATES).map(({ inApp }, place) => {
    const original = resolved[place]?.original ?? null;
    return { place, isOriginal: original !== null, inApp: original?.inApp ?? inApp };
  });
  const chosen = culpritFrame(candidates);
  return chosen?.isOriginal === true ? chosen.place : undefined;
}

/** The culprit of a {@link culpritWindow}. @param original that of the frame at {@link culpritPlace}, with its function */
export function culpritOf(window: readonly Frame[], original: OriginalFrame | null): Culprit {
  const raw = describeCulprit(culpritFrame(window));
  if (original === null) return { raw, original: undefined };
  const { file, function: name } = original;
  return { raw, original: describeCulprit({ file: file ?? '', function: name ?? '' }) ?? undefined };
}

/** The text of a culprit that is `null` where nothing is known. */
export const culpritText = (culprit: Culprit | undefined): string | null =>
  culprit === undefined ? null : (culprit.original ?? culprit.raw);
