import type { Place } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import { notFound } from '../apiError.js';
import type { StreamRun } from './sendEvents.js';

/** Milliseconds for which a stream relies on its last authorization. */
const RELIED_ON_MS = 2_000;

/** What a stream was opened with. */
interface OpenedStream {
  /** Where the request got access. */
  readonly access: Place;
  /** Authorizes the request again. */
  readonly authorize: () => Promise<Place>;
  readonly clock: Clock;
}

/**
 * Returns `run` for a stream that may be open for long: reads are authorized like requests, every few seconds. A token that was
 * revoked, a session or membership that ended and a deleted project reject with the 401, 403 or 404 that a request would get.
 * Without an answer (429, 503) nothing is read.
 */
export function keepAuthorized({ access, authorize, clock }: OpenedStream, run: StreamRun): StreamRun {
  let authorizedMs = clock();
  return async (work) => {
    const nowMs = clock();
    if (Math.abs(nowMs - authorizedMs) >= RELIED_ON_MS) {
      const { organizationId, project } = await authorize();
      // Others may have taken the slugs in the meantime.
      if (organizationId !== access.organizationId || project?.id !== access.project?.id) throw notFound('project');
      authorizedMs = nowMs;
    }
    return run(work);
  };
}
