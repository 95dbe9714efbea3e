import { createHash } from 'node:crypto';
import { isJavaScript, type Cause, type Frame } from '@sluice/stacktrace';
import { engineNeutral } from './engineNeutral.js';
import { fingerprintOther } from './fingerprintOther.js';
import { fingerprintV1, formerV1 } from './fingerprintV1.js';
import type { ExceptionFacts } from './readExceptionPayload.js';

/** An exception's frames after its source maps were applied, where they are known. */
export interface ResolvedFrames {
  /** Its own where `undefined`. */
  readonly frames: readonly Frame[] | undefined;
  /** Of the causes, in their order; a cause without an entry keeps its own. */
  readonly causes?: readonly (readonly Frame[] | undefined)[];
}

/** Rules of grouping. */
export interface Algorithm {
  /** Prefix of every hash and part of its input. Faults that two algorithms of one version describe alike have one fingerprint. */
  readonly version: string;
  /**
   * Returns the text that is equal for all exceptions of one fault. @param errors the exception, then its causes, the
   * nearest first
   */
  readonly compute: (errors: readonly Cause[]) => readonly (readonly string[])[];
}

/**
 * Newest first. New rules are added at the top; those before find the issues that exist, and stay as long as these get exceptions
 * (decision 0170).
 */
const ALGORITHMS: readonly [Algorithm, ...Algorithm[]] = [
  { version: 'v1', compute: fingerprintV1 },
  { version: 'v1', compute: formerV1 },
];

/** The rules for platforms other than JavaScript, newest first. */
const OTHER: readonly [Algorithm, ...Algorithm[]] = [{ version: 'v1', compute: fingerprintOther }];

const algorithmsFor = ({ platform }: ExceptionFacts): readonly [Algorithm, ...Algorithm[]] =>
  isJavaScript(platform) ? ALGORITHMS : OTHER;

/**
 * Whether it is a captured message: its text groups it, not the place of the call, which is often a common wrapper. Without a
 * platform it is of a client that sends no frames with messages.
 */
const isMessage = ({ type, platform }: ExceptionFacts): boolean => type === 'Message' && platform !== null;

/** Stands for the computed fingerprint inside an explicit one. */
const DEFAULT = /^\{\{\s{0,20}default\s{0,20}\}\}$/;

/** Whether an exception is grouped by computed fingerprints; false if the client's replaces them entirely. */
const isComputed = ({ fingerprint }: ExceptionFacts): boolean =>
  fingerprint.length === 0 || fingerprint.some((part) => DEFAULT.test(part));

/** Whether source maps may change an exception's fingerprints. */
export const groupsByOriginalFrames = (exception: ExceptionFacts): boolean =>
  isComputed(exception) && isJavaScript(exception.platform) && !isMessage(exception);

/**
 * Returns the keys by which an exception's issue is looked up, strongest first: the fingerprint of the frames as sent, then that of
 * the resolved frames if it differs, then those of both in engine-neutral form ({@link engineNeutral}) if they differ: last, so
 * that no existing issue moves. The first key is stored in the row. A fingerprint sent by the client is the only key, unless it
 * contains `{{ default }}`, which stands for the computed ones. A key is a version and 32 hex digits: `v1:…`, or `given:…` if no
 * version was involved. Pure.
 */
export function fingerprints(
  exception: ExceptionFacts,
  resolved?: ResolvedFrames,
  [newest]: readonly [Algorithm, ...Algorithm[]] = algorithmsFor(exception),
): readonly [string, ...string[]] {
  if (!isComputed(exception)) return [hash('given', exception.fingerprint)];
  const [first, ...rest] = keysBy(newest, variantsOf(exception, resolved), exception.fingerprint);
  return [first as string, ...rest];
}

/**
 * Returns the keys that an exception has by former rules and not by the newest, strongest first: they find its issue if none of
 * {@link fingerprints} does, and are not linked to one. Pure.
 */
export function formerFingerprints(
  exception: ExceptionFacts,
  resolved?: ResolvedFrames,
  [newest, ...former]: readonly [Algorithm, ...Algorithm[]] = algorithmsFor(exception),
): readonly string[] {
  if (!isComputed(exception)) return [];
  const own = keysBy(newest, variantsOf(exception, resolved), exception.fingerprint);
  const sent = exception.sentMessage ?? exception.message;
  const variants = variantsOf({ ...exception, message: sent }, resolved);
  const keys = former.flatMap((algorithm) => [...keysBy(algorithm, variants, exception.fingerprint)]);
  return [...new Set(keys)].filter((key) => !own.has(key));
}

/**
 * The error and its causes: with frames as sent, with resolved frames, and both in engine-neutral form. Of a message and of
 * other platforms there is one.
 */
function variantsOf(exception: ExceptionFacts, resolved?: ResolvedFrames): readonly (readonly Cause[])[] {
  if (isMessage(exception)) return [errorsOf(exception, { frames: [] })];
  if (!isJavaScript(exception.platform)) return [errorsOf(exception, { frames: exception.frames })];
  const raw = errorsOf(exception, { frames: exception.frames });
  const stacks = resolved === undefined ? [raw] : [raw, errorsOf(exception, resolved)];
  return [...new Set([...stacks, ...stacks.map(engineNeutral)])];
}

const keysBy = (
  { version, compute }: Algorithm,
  variants: readonly (readonly Cause[])[],
  given: readonly string[],
): ReadonlySet<string> => new Set(variants.map((errors) => withGiven(version, hash(version, compute(errors)), given)));

function errorsOf(exception: ExceptionFacts, resolved: ResolvedFrames): readonly Cause[] {
  const causes = exception.causes.map((cause, index) => ({
    ...cause,
    frames: resolved.causes?.[index] ?? cause.frames,
  }));
  return [{ ...exception, frames: resolved.frames ?? exception.frames }, ...causes];
}

/** `["{{ default }}"]` alone is the default. */
function withGiven(version: string, computed: string, given: readonly string[]): string {
  if (given.length <= 1) return computed;
  return hash(
    version,
    given.map((part) => (DEFAULT.test(part) ? ['default', computed] : ['given', part])),
  );
}

const hash = (version: string, value: unknown): string =>
  `${version}:${createHash('sha256')
    .update(JSON.stringify([version, value]))
    .digest('hex')
    .slice(0, 32)}`;
