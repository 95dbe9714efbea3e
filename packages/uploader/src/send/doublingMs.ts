/** Milliseconds before retry number `retry` (from 0): `firstMs`, doubled each time. Callers add jitter. */
export const doublingMs = (retry: number, firstMs = 500): number => firstMs * 2 ** retry;
