import { send, type Sent } from './send/send.js';
import type { SendOptions } from './send/sendOptions.js';
import type { UploadError } from './uploadError.js';
import { addressOf, type UploadTarget } from './uploadTarget.js';

/** A stored map. */
export interface StoredMap {
  /** SHA-256 of the map in hex. */
  readonly digest: string;
  /** `undefined` if the service is older and knows none. */
  readonly debugId: string | null | undefined;
  readonly problems: readonly string[];
}

/** Which maps: those of a release, or those without a release that have a debug id. */
export type StoredFilter = { readonly release: string } | { readonly debugId: string };

/** Stored maps by filename; `refused` if the service rejects the token, is busy or does not respond in time. */
export interface StoredMaps {
  readonly byFilename: ReadonlyMap<string, StoredMap>;
  readonly refused?: UploadError;
}

/** Maximum pages; maps beyond them are uploaded again, and the service recognizes them. */
const MAX_PAGES = 1_000;
/** The list is optional, so it is retried only once. */
const MAX_RETRIES = 1;

/**
 * Reads all pages of maps. Maps that could not be listed, or that need a new upload, are missing. Never rejects.
 */
export async function listStored(
  target: UploadTarget,
  filter: StoredFilter,
  options: SendOptions,
): Promise<StoredMaps> {
  const byFilename = new Map<string, StoredMap>();
  const retries = Math.min(options.retries ?? MAX_RETRIES, MAX_RETRIES);
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const address = addressOf(target, 'sourcemaps', { ...filter, limit: '100', cursor });
    const sent = await send(target, { method: 'GET', address }, { ...options, retries });
    // Uploads would fail for the same reason as the list.
    if (!sent.ok) return { byFilename, ...(concernsAll(sent) ? { refused: sent.error } : {}) };
    const { data, next } = sent.body;
    for (const row of Array.isArray(data) ? (data as unknown[]) : []) note(byFilename, filter, row);
    if (typeof next !== 'string' || next === cursor) break;
    cursor = next;
  }
  return { byFilename };
}

const concernsAll = ({ error, timedOut }: Extract<Sent, { ok: false }>): boolean =>
  timedOut || error.status === 401 || error.status === 429;

function note(byFilename: Map<string, StoredMap>, filter: StoredFilter, row: unknown): void {
  const stored = (row ?? {}) as Readonly<Record<string, unknown>>;
  const { filename, digest, release, debugId } = stored;
  if (typeof filename !== 'string' || typeof digest !== 'string') return;
  // A service that ignores the filter would list all maps.
  const isAsked = 'release' in filter ? release === filter.release : release === null && debugId === filter.debugId;
  if (!isAsked) return;
  // The stored index is damaged: only an upload repairs it.
  if (stored['needsUpload'] === true) return;
  const id = typeof debugId === 'string' || debugId === null ? debugId : undefined;
  byFilename.set(filename, { digest: digest.toLowerCase(), debugId: id, problems: problemsIn(stored) });
}

/** The `problems` of a response. */
export const problemsIn = ({ problems }: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(problems) ? problems.filter((problem): problem is string => typeof problem === 'string') : [];
