import { REPORTED } from './reportedHeader.js';

/** Headers of a response that is not sent yet. */
export interface ResponseHeaders {
  readonly get: (name: string) => unknown;
  readonly set: (name: string, value: string) => unknown;
}

/**
 * Puts the header `X-Sluice-Reported` into a response. Where the response may be read by another origin
 * (`Access-Control-Allow-Origin`), the header may be, too.
 */
export function markReported(traceId: string, { get, set }: ResponseHeaders): void {
  if (get(REPORTED)) return;
  set(REPORTED, traceId);
  if (!get('Access-Control-Allow-Origin')) return;
  const exposed = get('Access-Control-Expose-Headers');
  set('Access-Control-Expose-Headers', exposed ? `${exposed as string}, ${REPORTED}` : REPORTED);
}
