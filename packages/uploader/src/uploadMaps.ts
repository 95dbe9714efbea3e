import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import { debugIdInMap } from './debugIds.js';
import { listStored, problemsIn, type StoredMap, type StoredMaps } from './listStored.js';
import type { MapFile } from './mapFile.js';
import { send } from './send/send.js';
import type { SendOptions } from './send/sendOptions.js';
import { checkSize } from './sizeLimit.js';
import { createStop, type Stop } from './stop.js';
import { storedFilename } from './storedFilename.js';
import { UploadError } from './uploadError.js';
import { addressOf, readTarget, type UploadTarget } from './uploadTarget.js';

/**
 * Result of a map. `uploaded`: stored. `replaced`: stored in place of a listed map. `unchanged`: the list contains the same map, so
 * it was not sent. `unknown`: it was being sent when the caller stopped or time was up; the service may have stored it.
 */
export interface UploadResult {
  readonly file: MapFile;
  readonly outcome: 'uploaded' | 'replaced' | 'unchanged' | 'unknown' | 'failed';
  /** Problems of the map that the service reported. */
  readonly problems: readonly string[];
  /** Why it failed or its outcome is unknown. */
  readonly error?: UploadError;
}

/** Upload options. */
export interface UploadOptions extends SendOptions {
  /** Concurrent uploads (6). */
  readonly concurrency?: number;
  /** Time limit of the whole run in milliseconds (default none); maps not stored by then fail as `timeout`. */
  readonly totalTimeoutMs?: number;
  /** Milliseconds by which a map of this many bytes that must be sent extends the time limit (0). */
  readonly extensionMs?: (bytes: number) => number;
  /** Called once per map with its result; must not throw. */
  readonly onResult?: (result: UploadResult) => void;
}

const CONCURRENCY = 6;

/**
 * Uploads maps and returns one result per map, in the order of `files`. A map without a release needs a debug id. Never rejects:
 * failures are results. Maps that the service already has are not sent; each map is read only when its turn comes. If the service
 * refuses token, project or plan, or is unavailable, the remaining maps are not attempted and fail with the same
 * error.
 */
export async function uploadMaps(
  target: UploadTarget,
  release: string | undefined,
  files: readonly MapFile[],
  options: UploadOptions = {},
): Promise<readonly UploadResult[]> {
  const tell = (result: UploadResult): UploadResult => {
    options.onResult?.(result);
    return result;
  };
  const stop = createStop(options, target.url);
  try {
    if (files.length === 0) return [];
    const upload = await createUpload({ target: readTarget(target), release, options, stop });
    const limit = pLimit(Math.max(1, Math.floor(options.concurrency ?? CONCURRENCY) || 1));
    return await limit.map(files, async (file) => tell(await upload(file)));
  } catch (error) {
    return files.map((file) => tell(failed(file, asUploadError(error))));
  } finally {
    stop.release();
  }
}

/** Six requests that wait are one run that waits. */
function toldOnce({ onWait, ...options }: UploadOptions): UploadOptions {
  let isReported = false;
  const tell = (line: string): void => {
    if (!isReported) onWait?.(line);
    isReported = true;
  };
  return { ...options, onWait: tell };
}

interface Run {
  readonly target: UploadTarget;
  readonly release: string | undefined;
  readonly options: UploadOptions;
  readonly stop: Stop;
}

/** Asks which maps the service has, and returns the function that uploads one map; that function never rejects. */
async function createUpload(given: Run): Promise<(file: MapFile) => Promise<UploadResult>> {
  const run = { ...given, options: { ...toldOnce(given.options), signal: given.stop.signal } };
  const { release } = run;
  const { byFilename, refused } =
    release === undefined ? NOTHING_STORED : await listStored(run.target, { release }, run.options);
  if (refused !== undefined) run.stop.because(refused);
  return async (file) => {
    try {
      return await uploadOne(run, file, byFilename.get(storedFilename(file.filename)));
    } catch (error) {
      return failed(file, unreadable(file, error));
    }
  };
}

const NOTHING_STORED: StoredMaps = { byFilename: new Map() };

async function uploadOne(run: Run, file: MapFile, listed: StoredMap | undefined): Promise<UploadResult> {
  const reason = run.stop.reason();
  if (reason !== undefined) return failed(file, reason);
  const bytes = await file.read();
  checkSize(bytes.byteLength);
  const debugId = debugIdInMap(bytes) ?? file.debugId;
  if (run.release === undefined && debugId === undefined) return failed(file, nameless(file));
  const stored = await storedMap(run, file, debugId, listed);
  if (stored !== undefined && isSame(stored, bytes, debugId)) {
    return { file, outcome: 'unchanged', problems: stored.problems };
  }
  run.stop.extend(run.options.extensionMs?.(bytes.byteLength) ?? 0);
  const form = new FormData();
  if (run.release !== undefined) form.set('release', run.release);
  if (debugId !== undefined) form.set('debugId', debugId);
  form.set('filename', file.filename);
  form.set('map', new Blob([bytes], { type: 'application/json' }), 'map');
  const heard = run.stop.answers();
  const call = { method: 'POST', address: addressOf(run.target, 'sourcemaps'), form, bytes: bytes.byteLength } as const;
  const sent = await send(run.target, call, run.options);
  run.stop.note(sent, heard);
  if (!sent.ok) return unsent(run.stop, file, sent.error);
  // A 200 may also mean that the service had the map already: if its list could not be read, or another upload was
  // faster.
  const isReplaced = sent.status === 200 && stored !== undefined;
  return { file, outcome: isReplaced ? 'replaced' : 'uploaded', problems: problemsIn(sent.body) };
}

/** Without a release there is no common list: each map is looked up by its debug id. */
async function storedMap(
  { target, release, options, stop }: Run,
  file: MapFile,
  debugId: string | undefined,
  listed: StoredMap | undefined,
): Promise<StoredMap | undefined> {
  if (release !== undefined || debugId === undefined) return listed;
  const { byFilename, refused } = await listStored(target, { debugId }, options);
  if (refused !== undefined) stop.because(refused);
  return byFilename.get(storedFilename(file.filename));
}

/** Equal bytes are sent again if the service does not know their debug id yet. */
const isSame = (stored: StoredMap, bytes: Uint8Array, debugId: string | undefined): boolean =>
  (debugId === undefined || stored.debugId === undefined || stored.debugId === debugId) &&
  stored.digest === createHash('sha256').update(bytes).digest('hex');

const nameless = ({ origin }: MapFile): UploadError =>
  new UploadError('usage', `${origin} has no debug id, and there is no release to upload it for.`);

/**
 * An interrupted upload has the reason of the interruption; only after an interruption from outside is it unknown
 * whether the map is stored.
 */
function unsent(stop: Stop, file: MapFile, error: UploadError): UploadResult {
  if (error.code !== 'stopped') return failed(file, error);
  return { ...failed(file, stop.reason() ?? error), outcome: stop.isInterrupted() ? 'unknown' : 'failed' };
}

const failed = (file: MapFile, error: UploadError): UploadResult => ({ file, outcome: 'failed', problems: [], error });

function unreadable({ origin }: MapFile, error: unknown): UploadError {
  if (error instanceof UploadError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new UploadError('unreadable', `${origin} could not be read: ${message}`);
}

const asUploadError = (error: unknown): UploadError =>
  error instanceof UploadError
    ? error
    : new UploadError('failed', error instanceof Error ? error.message : String(error));
