import { createPatience, PATIENCE_MS } from '@sluice/uploader';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError, usageError } from '../cliError.js';
import type { CommandContext } from '../context.js';
import { messageOf } from '@sluice/runtime';
import { printable } from '../output/printable.js';
import { apiFailure, messageIn } from './apiFailure.js';
import type { ApiRequest } from './apiRequest.js';
import type { Target } from './findTarget.js';

/** A response of the API. */
interface ApiAnswer {
  /** The parsed body; `null` if it is empty. */
  readonly body: unknown;
  /** The `Date` header of the response, to the second; `undefined` if it has none. */
  readonly serverMs: number | undefined;
}

/** Client of the read API for one project. Every failure is a {@link CliError} with a remedy. */
export interface ApiClient {
  readonly target: Target;
  readonly call: (request: ApiRequest) => Promise<ApiAnswer>;
  /** Opens a stream of server-sent events; it has no time limit but the signal. */
  readonly open: (request: ApiRequest, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;
}

/** Milliseconds to wait for a response; the API cancels slow queries earlier. */
const TIMEOUT_MS = 30_000;

/** What a command provides to its client. */
type ClientContext = Pick<CommandContext, 'signal' | 'note'>;

/** Creates a client for the project of the target. It retries a 429 and nothing else. */
export function createApiClient(target: Target, context: ClientContext): ApiClient {
  return {
    target,
    call: async (request) => {
      const response = await sendInTurn(target, request, context);
      const text = await response.text().catch((error: unknown) => {
        throw unreachable(target.url, error);
      });
      const body = response.status === 204 ? null : parseJson(text);
      if (!response.ok || body === undefined) throw apiFailure({ target, request, response, body });
      const serverMs = Date.parse(response.headers.get('date') ?? '');
      return { body, serverMs: Number.isNaN(serverMs) ? undefined : serverMs };
    },
    open: async (request, signal) => {
      const response = await send(target, request, { signal, accept: 'text/event-stream' });
      if (response.ok && response.body !== null) return response.body;
      const text = await response.text().catch((error: unknown) => {
        throw unreachable(target.url, error);
      });
      throw apiFailure({ target, request, response, body: parseJson(text) });
    },
  };
}

/** Sends until the response is not a 429 or time is up. A 429 changes nothing, so writes are retried as well. */
async function sendInTurn(target: Target, request: ApiRequest, { signal, note }: ClientContext): Promise<Response> {
  const patience = createPatience({});
  for (let isReported = false; ; isReported = true) {
    const response = await send(target, request, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      accept: 'application/json',
    });
    const waitMs = response.status === 429 ? patience.waitMs(response.headers) : undefined;
    if (waitMs === undefined) return response;
    const text = await response.text().catch(() => '');
    if (!isReported) note(waitLine(target, parseJson(text), waitMs));
    await delay(waitMs, undefined, { signal }).catch((error: unknown) => {
      throw unreachable(target.url, error);
    });
  }
}

function waitLine({ url }: Target, body: unknown, waitMs: number): string {
  const serverMessage = messageIn(body);
  const why = serverMessage === undefined ? '' : `: ${printable(serverMessage)}`;
  return `${url} asks to wait ${Math.max(1, Math.floor(waitMs / 1_000))} s (429${why}). Trying again for up to ${PATIENCE_MS / 1_000} s.`;
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly accept: string;
}

async function send(target: Target, request: ApiRequest, { signal, accept }: SendOptions): Promise<Response> {
  const { method = 'GET', body } = request;
  const address = addressOf(target, request);
  try {
    return await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${target.token}`,
        accept,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect would drop the token or send it to another host.
      redirect: 'manual',
      signal,
    });
  } catch (error) {
    throw unreachable(target.url, error);
  }
}

function addressOf({ url, organization, project }: Target, { of: owner, path, query = {} }: ApiRequest): string {
  const place = owner === 'organization' ? [organization] : [organization, project];
  const root = owner === 'organization' ? 'organizations' : 'projects';
  const segments = [...place, ...path].map(segmentOf).join('/');
  const parameters = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return `${url}/api/0/${root}/${segments}${parameters === '' ? '' : `?${parameters}`}`;
}

/** @throws CliError for a segment that cannot be part of a path, such as `..` */
function segmentOf(name: string): string {
  if (name !== '' && name !== '.' && name !== '..') return encodeURIComponent(name);
  throw usageError(`"${name}" cannot be part of a request path`);
}

function unreachable(url: string, error: unknown): CliError {
  const { name, cause } = error as { readonly name?: string; readonly cause?: unknown };
  if (name === 'TimeoutError') {
    return new CliError(
      'unreachable',
      `No answer from ${url} within ${TIMEOUT_MS / 1_000} s. Try again, or use a shorter time range or a smaller --limit.`,
    );
  }
  if (name === 'AbortError') return new CliError('failed', 'Stopped.');
  return new CliError(
    'unreachable',
    `No answer from ${url} (${messageOf(cause ?? error)}). Is Sluice running (npm start)? If so, check SLUICE_URL.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
