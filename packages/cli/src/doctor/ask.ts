import { messageOf } from '@sluice/runtime';

/** Timeout in milliseconds. */
const PATIENCE_MS = 3_000;

/** Sends a request. @throws if there is no response within three seconds */
export const ask = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

/** Returns why {@link ask} threw. */
export const failureOf = (error: unknown): string => messageOf(error instanceof Error ? (error.cause ?? error) : error);
