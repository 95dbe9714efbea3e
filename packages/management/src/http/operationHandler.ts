import type { Database } from '@sluice/db';
import { peerAddress, type Clock } from '@sluice/runtime';
import type { Request, RequestHandler, Response } from 'express';
import type { AccessRequest, Authorize } from '../access/createAuthorizer.js';
import type { Gate } from '../access/createGate.js';
import type { Operation } from '../operation.js';
import { checkBody } from '../request/checkBody.js';
import { readQuery } from '../request/readQuery.js';
import type { Reply } from '../route.js';
import type { IncomingBody } from './incomingBody.js';
import { baseUrlOf } from './baseUrlOf.js';
import { readJsonBody } from './readJsonBody.js';
import type { UnreadResponses } from '../responses/unreadResponses.js';
import { sendJson } from './sendJson.js';

/** What operations are run with. */
export interface OperationDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Bounds what is asked of the database at once. */
  readonly gate: Gate;
  /** Limits what waits for clients to read it. */
  readonly unread: UnreadResponses;
  readonly publicUrl: string | undefined;
  /** Told of every answer before it is sent; what it throws is a 500. Tests hold answers against their schemas here. */
  readonly onAnswer?: (operation: Operation, reply: Reply<unknown>) => void;
}

/**
 * Answers one operation. The order of checks (protocol 5) is what an outsider can learn from: first who asks (401),
 * then whether the place is theirs (404), then what they may do there (403); only then is the request itself read,
 * the query before the body, so that nothing is sent for nothing.
 */
export function operationHandler(operation: Operation, deps: OperationDeps, authorize: Authorize): RequestHandler {
  const { db, clock, gate, unread, publicUrl, onAnswer } = deps;
  const answer = async (request: Request, response: Response): Promise<void> => {
    // The place at the gate is given up while the body arrives: a slow client holds nothing.
    const params = request.params as Readonly<Record<string, string>>;
    const ifMatch = request.headers['if-match'];
    const place = await authorize(accessRequest(request, params, operation.scope));
    unread.assertRoom(place, 1);
    const query = await readQuery(searchOf(request.url), operation.query);
    const body = await bodyOf(operation, { request, response, place });
    const context = { db, clock, place, baseUrl: baseUrlOf(request, publicUrl) };
    const run = (): Promise<Reply<unknown>> => operation.run({ params, query, body, ifMatch }, context);
    const reply = operation.isUngated === true ? await run() : await gate.pass(place.organizationId, run);
    onAnswer?.(operation, reply);
    await sendJson(response, { status: reply.status ?? 200, body: reply.body, etag: reply.etag }, (bytes) => {
      // What a write did must be told.
      if (operation.method === 'get') unread.assertRoom(place, bytes);
      unread.follow(place, response, bytes);
    });
  };
  return (request, response, next) => {
    answer(request, response).catch(next);
  };
}

function accessRequest(
  { headers, socket }: Request,
  params: AccessRequest['params'],
  scope: AccessRequest['scope'],
): AccessRequest {
  const forwarded = headers['x-forwarded-for'];
  return {
    peer: peerAddress(socket),
    forwardedFor: Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    authorization: headers.authorization,
    params,
    scope,
  };
}

async function bodyOf({ body: schema, readBody }: Operation, incoming: IncomingBody): Promise<unknown> {
  if (readBody !== undefined) return readBody(incoming);
  if (schema === undefined) return undefined;
  const body = await readJsonBody(incoming.request, incoming.response);
  await checkBody(body, schema);
  return body;
}

function searchOf(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}
