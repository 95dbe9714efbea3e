import { LIMITS, TRIM_MARK, type WireSourceContext } from '@sluice/contract';

/** One call of a stack. Lists of frames are newest call first. */
export interface Frame {
  /** URL or path as printed by the engine, without position; empty if it printed none. */
  readonly file: string;
  /** The function as printed by the engine, without marks of asynchrony; empty if it has no name. */
  readonly function: string;
  /** 1-based, as browsers print it; `null` where it is not known. */
  readonly line: number | null;
  /** 1-based, as browsers print it; `null` where it is not known. */
  readonly column: number | null;
  /** True for code of the application, false for libraries, engines and browser extensions. */
  readonly inApp: boolean;
  /** Module, class or package of the function: `shop.cart`; absent if the client named none. */
  readonly module?: string;
  /** Source lines that the client sent; absent if it sent none. Not part of any fingerprint. */
  readonly context?: WireSourceContext;
  /** Local variables as the client printed them; absent if it sent none. Not part of any fingerprint. */
  readonly vars?: Readonly<Record<string, string>>;
  /** UUID that a build wrote into the file; absent if the client sent none. */
  readonly debugId?: string;
  /**
   * How the versions whose fingerprints are stored read the call, if otherwise; `null` if they did not read it. Only for
   * {@link earlierFrames}.
   */
  readonly earlier?: Frame | null;
}

/** Returns the frames as the versions whose fingerprints are stored read them; the same list if they read the same. */
export const earlierFrames = (frames: readonly Frame[]): readonly Frame[] =>
  frames.every(({ earlier }) => earlier === undefined)
    ? frames
    : frames.map((frame) => (frame.earlier === undefined ? frame : frame.earlier)).filter((frame) => frame !== null);

/** Stands where the middle of a long stack was. */
const GAP: Frame = { file: '', function: TRIM_MARK, line: null, column: null, inApp: false };

/** At most 250 frames: of more, the newest and the oldest, with one named `…` where the middle was. */
export function keepEnds(frames: readonly Frame[]): readonly Frame[] {
  if (frames.length <= LIMITS.cutFrames) return frames;
  const newest = Math.ceil((LIMITS.cutFrames - 1) / 2);
  const oldest = LIMITS.cutFrames - 1 - newest;
  return [...frames.slice(0, newest), GAP, ...frames.slice(-oldest)];
}
