import { send, type Sent } from './send/send.js';
import type { SendOptions } from './send/sendOptions.js';
import type { UploadError } from './uploadError.js';
import { addressOf, type UploadTarget } from './uploadTarget.js';

/** A map that the service has of a release. */
export interface StoredMap {
  /** SHA-256 of its bytes, hex. */
  readonly digest: string;
  readonly problems: readonly string[];
}

/** What the service has of a release, by filename; `refused` where it does not know the token, has no turn for us, or does not answer in time. */
export interface StoredMaps {
  readonly byFilename: ReadonlyMap<string, StoredMap>;
  readonly refused?: UploadError;
}

/** Pages that are followed; what is beyond them is sent again, and the service recognises it. */
const MAX_PAGES = 1_000;
/** A list that fails is no reason to fail: it gets one attempt more, not three. */
const MAX_RETRIES = 1;

/**
 * Reads the list of a release's maps, all pages; what it could not read is missing, and so is what the service wants
 * again. Never rejects.
 */
export async function listStored(target: UploadTarget, release: string, options: SendOptions): Promise<StoredMaps> {
  const byFilename = new Map<string, StoredMap>();
  const retries = Math.min(options.retries ?? MAX_RETRIES, MAX_RETRIES);
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const address = addressOf(target, 'sourcemaps', { release, limit: '100', cursor });
    const sent = await send(target, { method: 'GET', address }, { ...options, retries });
    // What the list was refused, or waited for in vain, every map would be too.
    if (!sent.ok) return { byFilename, ...(concernsAll(sent) ? { refused: sent.error } : {}) };
    const { data, next } = sent.body;
    for (const row of Array.isArray(data) ? (data as unknown[]) : []) note(byFilename, release, row);
    if (typeof next !== 'string' || next === cursor) break;
    cursor = next;
  }
  return { byFilename };
}

const concernsAll = ({ error, timedOut }: Extract<Sent, { ok: false }>): boolean =>
  timedOut || error.status === 401 || error.status === 429;

function note(byFilename: Map<string, StoredMap>, release: string, row: unknown): void {
  const stored = (row ?? {}) as Readonly<Record<string, unknown>>;
  const { filename, digest } = stored;
  // A service that does not know the filter would list all releases.
  if (typeof filename !== 'string' || typeof digest !== 'string' || stored['release'] !== release) return;
  // Damaged there: only an upload is certain to put it right.
  if (stored['needsUpload'] === true) return;
  byFilename.set(filename, { digest: digest.toLowerCase(), problems: problemsIn(stored) });
}

/** The sentences of an answer's `problems`. */
export const problemsIn = ({ problems }: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(problems) ? problems.filter((problem): problem is string => typeof problem === 'string') : [];
