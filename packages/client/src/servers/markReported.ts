import { REPORTED } from './reportedHeader.js';

/** Headers of an unsent response. */
export interface ResponseHeaders {
  readonly get: (name: string) => unknown;
  readonly set: (name: string, value: string) => unknown;
}

/**
 * Adds the header `X-Sluice-Reported` to a response. If another origin may read the response (`Access-Control-Allow-Origin`), it
 * may read the header, too.
 */
export function markReported(traceId: string, { get, set }: ResponseHeaders): void {
  if (get(REPORTED)) return;
  set(REPORTED, traceId);
  if (!get('Access-Control-Allow-Origin')) return;
  const exposed = get('Access-Control-Expose-Headers');
  set('Access-Control-Expose-Headers', exposed ? `${exposed as string}, ${REPORTED}` : REPORTED);
}
