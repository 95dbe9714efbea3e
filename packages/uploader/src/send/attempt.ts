import type { UploadTarget } from '../uploadTarget.js';
import type { SendOptions } from './sendOptions.js';

/** A request to the service. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly form?: FormData;
  /** Approximate size of the body; larger bodies get more time. */
  readonly bytes?: number;
}

/** Result of an attempt: a response with any status, or a failure. */
export type Attempt =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: unknown }
  | { readonly kind: 'silence'; readonly timedOutMs?: number; readonly cause: string }
  | { readonly kind: 'stopped' };

const TIMEOUT_MS = 60_000;
/** Additional milliseconds per megabyte, for a connection of 0.5 Mbit/s. */
const MS_PER_MEGABYTE = 16_000;
const TIMED_OUT = Symbol('timed out');

/**
 * Sends a request once; never rejects. Connections are kept alive while there is work and do not keep the process running. The
 * request does not ask to close them: a service that refuses before it has read 50 MB would reset the connection, and its
 * response would be lost.
 */
export async function attempt(target: UploadTarget, call: Call, options: SendOptions): Promise<Attempt> {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  const timeoutMs = (options.timeoutMs ?? TIMEOUT_MS) + Math.ceil((call.bytes ?? 0) / 1_048_576) * MS_PER_MEGABYTE;
  const timer = setTimeout(() => abort.abort(TIMED_OUT), timeoutMs);
  options.signal?.addEventListener('abort', stop);
  try {
    if (options.signal?.aborted === true) return { kind: 'stopped' };
    const response = await (options.fetch ?? fetch)(call.address, {
      method: call.method,
      headers: { authorization: `Bearer ${target.token}`, accept: 'application/json' },
      ...(call.form === undefined ? {} : { body: call.form }),
      // A redirect would drop the token or body, or send them to another host.
      redirect: 'manual',
      signal: abort.signal,
    });
    const { status, headers } = response;
    return { kind: 'answer', status, headers, body: parseJson(await response.text()) };
  } catch (error) {
    if (abort.signal.reason === TIMED_OUT) return { kind: 'silence', timedOutMs: timeoutMs, cause: 'timeout' };
    return options.signal?.aborted === true ? { kind: 'stopped' } : { kind: 'silence', cause: causeOf(error) };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The code or message of the cause that fetch wraps. */
function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  const inner = cause ?? error;
  if (inner instanceof AggregateError && inner.errors.length > 0) return causeOf(inner.errors[0]);
  const { code, message } = inner as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'string' && code !== '' ? code : String(message ?? inner);
}
