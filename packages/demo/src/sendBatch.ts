import { OUTCOMES, type Tally } from '@sluice/contract';
import { messageOf } from '@sluice/runtime';
import { SendError } from './sendError.js';

/** Endpoint and key of a DSN. */
interface SendTarget {
  readonly endpoint: string;
  readonly key: string;
}

/** A batch that was refused as a whole. */
interface RefusedBatch {
  readonly status: number;
  readonly message: string;
  /** Milliseconds after which the service asks for it again, if it does. */
  readonly retryAfterMs?: number | undefined;
}

/** Result of a batch: its tally, or the status with which it was refused; 202 without a tally if it was accepted before. */
export type Sent = { readonly tally: Tally } | RefusedBatch;

/** Events of a batch and the sender's headers. */
export interface DemoBatch {
  readonly events: readonly object[];
  readonly agent: string;
  /** Address of the sender; a gateway reads it only behind a proxy that it trusts. */
  readonly address: string;
}

/** Timeout in milliseconds, as in the SDK. */
const TIMEOUT_MS = 5_000;

/**
 * Posts a batch like an SDK.
 * @param timeoutMs how long to wait for the answer
 * @throws SendError if the service is unreachable or the key is unknown
 */
export async function sendBatch(
  { endpoint, key }: SendTarget,
  batch: DemoBatch,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Sent> {
  const response = await post({ endpoint, key }, batch, timeoutMs);
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.status === 401 || response.status === 403) {
    throw new SendError('failed', `${endpoint} rejects the DSN (${response.status}): ${errorMessage(body)}`);
  }
  if (OUTCOMES.every((outcome) => typeof body[outcome] === 'number')) {
    return { tally: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, body[outcome]])) as unknown as Tally };
  }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    message: errorMessage(body),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  };
}

async function post(
  { endpoint, key }: SendTarget,
  { events, agent, address }: DemoBatch,
  timeoutMs: number,
): Promise<Response> {
  try {
    return await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-auth': `Service service_key=${key}`,
        'user-agent': agent,
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ events }),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw new SendError(
      'unreachable',
      `No answer from ${endpoint} (${messageOf(cause)}). Is Sluice running (npm start)?`,
    );
  }
}

function errorMessage(body: Record<string, unknown>): string {
  const { error } = body as { error?: { message?: unknown } };
  return typeof error?.message === 'string' ? error.message : 'no reason given';
}
