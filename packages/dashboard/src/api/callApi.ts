import type * as contract from '@sluice/api-contract';
import type { OperationsOf } from '@sluice/api-contract';
import { urlBelowBase } from '../lib/basePath';
import { ApiError, readApiError } from './apiError';
import { operationUrl } from './operationUrl';

/** The types of all operations, from the contract of the API. */
type Operations = OperationsOf<typeof contract>;

/** An operation by method and address. */
export type OperationName = keyof Operations;
/** What an operation answers. */
export type ResponseOf<Name extends OperationName> = Operations[Name]['response'];
/** The query of an operation. */
export type QueryOf<Name extends OperationName> = Operations[Name]['query'];

/** The parts of a call. Parts that an operation does not have are left out. */
export interface CallParts<Name extends OperationName> {
  readonly params?: Operations[Name]['params'];
  readonly query?: Operations[Name]['query'];
  readonly body?: Operations[Name]['body'];
  /** Strong validator of the version that is changed, for `If-Match`. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

let csrfToken: string | undefined;

/** Sets what unsafe methods send as `X-CSRF-Token`; `GET /api/0/session` has it. */
export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/**
 * Calls an operation with the session of the reader.
 * @returns its answer; `undefined` after a 204
 * @throws {ApiError} for every other answer, and if there is none
 */
export async function callApi<Name extends OperationName>(
  operation: Name,
  { params, query, ...parts }: CallParts<Name> = {},
): Promise<ResponseOf<Name>> {
  const { method, path } = operationUrl(operation, { ...params }, { ...query });
  const { answer } = await send(method, path, parts);
  return answer as ResponseOf<Name>;
}

interface SendParts {
  readonly body?: unknown;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

/** Calls an operation as `callApi` and returns its answer with the version of what it describes, for `ifMatch`. */
export async function callVersioned<Name extends OperationName>(
  operation: Name,
  { params, query, ...parts }: CallParts<Name> = {},
): Promise<{ readonly body: ResponseOf<Name>; readonly version: string | undefined }> {
  const { method, path } = operationUrl(operation, { ...params }, { ...query });
  const { answer, etag } = await send(method, path, parts);
  // A proxy that compresses makes the validator weak.
  return { body: answer as ResponseOf<Name>, version: etag?.replace(/^W\//, '').replaceAll('"', '') };
}

async function send(
  method: string,
  path: string,
  { body, ifMatch, signal }: SendParts,
): Promise<{ readonly answer: unknown; readonly etag?: string | undefined }> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (method !== 'GET' && csrfToken !== undefined) headers['x-csrf-token'] = csrfToken;
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`;
  const request: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-cache', signal };
  if (body !== undefined) request.body = JSON.stringify(body);
  const response = await reach(path, request);
  if (response.status === 204) return { answer: undefined };
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (response.ok) throw unreadable(error, signal);
    return undefined;
  });
  if (!response.ok) throw readApiError(response.status, answer, response.headers.get('retry-after'));
  return { answer, etag: response.headers.get('etag') ?? undefined };
}

/** An answer that broke off, or that is a page of something in front of the server. */
function unreadable(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return error;
  return new ApiError(
    0,
    'unreadable',
    'The answer of the server was cut off, or it came from something else. Try again.',
  );
}

/**
 * How long a read may take, in seconds: longer than the server lets a query run. A change may still be carried out after the page
 * has stopped waiting.
 */
const MOST_SECONDS = 60;

async function reach(path: string, request: RequestInit): Promise<Response> {
  const timeout = request.method === 'GET' ? AbortSignal.timeout(MOST_SECONDS * 1_000) : undefined;
  const signals = [request.signal ?? undefined, timeout].filter((signal) => signal !== undefined);
  try {
    return await fetch(urlBelowBase(path), { ...request, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    if (timeout?.aborted === true) {
      throw new ApiError(0, 'timeout', `The server has not answered within ${MOST_SECONDS} seconds. Try again.`);
    }
    throw navigator.onLine
      ? new ApiError(0, 'unreachable', 'The server cannot be reached. Check the connection and try again.')
      : new ApiError(0, 'offline', 'This device is offline. Connect it and try again.');
  }
}
