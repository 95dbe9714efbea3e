import type { OriginalFrame, ResolvedFrame } from './frameResolver.js';
import { culpritFrame, describeCulprit, withoutConstructors, type Frame } from '@sluice/stacktrace';

/** Where an exception happened, as text such as `load in src/cart.ts`. */
export interface Culprit {
  /** From the frames as sent; `null` if they name none. */
  readonly raw: string | null;
  /** From the original frame; `undefined` if the newest frame of the application does not resolve. */
  readonly original: string | undefined;
  /** The source maps could not be read in time: another reading may find another place. */
  readonly isLate: boolean;
}

/** Number of frames that are examined for a culprit: only the map tells libraries in a bundle from the application. */
const MAX_CANDIDATES = 8;

/**
 * Returns the frames that must be resolved to find the culprit: from the newest frame of the application on, plus the caller of
 * the last one, whose call site may name its function. Constructors of the error itself are skipped.
 * @param type type of the exception
 */
export function culpritWindow(frames: readonly Frame[], type: string): readonly Frame[] {
  const newest = culpritFrame(withoutConstructors(frames, type));
  const start = newest === undefined ? 0 : frames.indexOf(newest);
  return frames.slice(start, start + MAX_CANDIDATES + 1);
}

/**
 * Returns the index of the culprit in a {@link culpritWindow}; `undefined` if that frame does not resolve.
 * @param resolved the resolved frames of the window
 */
export function culpritIndex(window: readonly Frame[], resolved: readonly ResolvedFrame[]): number | undefined {
  const candidates = window.slice(0, MAX_CANDIDATES).map(({ inApp }, place) => {
    const original = resolved[place]?.original ?? null;
    return { place, isOriginal: original !== null, inApp: original?.inApp ?? inApp };
  });
  const chosen = culpritFrame(candidates);
  return chosen?.isOriginal === true ? chosen.place : undefined;
}

/**
 * Returns whether a {@link culpritWindow} could not be resolved in time as far as it decides where the culprit is.
 * @param resolved the resolved frames of the window
 */
export function isCulpritLate(window: readonly Frame[], resolved: readonly ResolvedFrame[]): boolean {
  const candidates = resolved.slice(0, Math.min(window.length, MAX_CANDIDATES));
  const found = candidates.findIndex(
    ({ original, unresolved }, place) =>
      unresolved !== 'unavailable' && (original?.inApp ?? window[place]?.inApp) === true,
  );
  return candidates.slice(0, found === -1 ? undefined : found).some(({ unresolved }) => unresolved === 'unavailable');
}

/**
 * Returns the culprit of a {@link culpritWindow}.
 * @param original original frame at {@link culpritIndex}, with its function
 * @param isLate see {@link isCulpritLate}
 */
export function culpritOf(window: readonly Frame[], original: OriginalFrame | null, isLate = false): Culprit {
  const raw = describeCulprit(culpritFrame(window));
  if (original === null) return { raw, original: undefined, isLate };
  const { file, function: name } = original;
  return { raw, original: describeCulprit({ file: file ?? '', function: name ?? '' }) ?? undefined, isLate };
}

/** Returns the text of a culprit; `null` if it is unknown. */
export const culpritText = (culprit: Culprit | undefined): string | null =>
  culprit === undefined ? null : (culprit.original ?? culprit.raw);
