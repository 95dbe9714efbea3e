import type { Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { Request, RequestHandler, Response } from 'express';
import type { Access, Authorize } from '../access/createAuthorizer.js';
import { keepAuthorized } from './keepAuthorized.js';
import type { RequestLimiter } from '../access/createRequestLimiter.js';
import { requestHead } from '../access/requestHead.js';
import type { ServedOperation } from '../operation.js';
import { readQuery } from '../request/readQuery.js';
import type { EventStream, Reply } from '../route.js';
import { runOperation } from './runOperation.js';
import type { StaleReads } from './staleReads.js';
import type { StreamSlots } from '../responses/streamSlots.js';
import { queryString } from './queryString.js';
import { readRequestBody } from './readRequestBody.js';
import type { UnreadResponses } from '../responses/unreadResponses.js';
import { sendEvents, type StreamRun } from './sendEvents.js';
import { sendJson } from './sendJson.js';

/** Dependencies of every operation. */
export interface OperationDeps {
  readonly db: Database;
  /** Where reads go that may be stale; without it, to `db`. */
  readonly reads?: StaleReads | undefined;
  readonly clock: Clock;
  /** Bounds concurrent database queries, fairly between organizations. */
  readonly limiter: RequestLimiter;
  /** Limits the bytes of responses that clients have not read yet. */
  readonly unreadResponses: UnreadResponses;
  /** Bounds event streams; a service without any needs none. */
  readonly streams?: StreamSlots;
  readonly publicUrl: string | undefined;
  /** Called with every reply before it is sent; an exception becomes a 500. Tests validate replies against their schemas here. */
  readonly onReply?: (operation: ServedOperation, reply: Reply<unknown>) => void;
}

/**
 * Returns the handler of one operation. The order of checks (protocol 5) decides what a stranger can learn: first the sender
 * (401), then whether it may see the organization and project (404), then its permission (403). Only then is the request read,
 * the query before the body, so that a client with a wrong query does not upload its body.
 */
export function operationHandler(
  operation: ServedOperation,
  deps: OperationDeps,
  authorize: Authorize,
): RequestHandler {
  const { db, clock, limiter, unreadResponses, publicUrl, onReply } = deps;
  const answer = async (request: Request, response: Response): Promise<void> => {
    const params = request.params as Readonly<Record<string, string>>;
    const ifMatch = request.headers['if-match'];
    const lastEventId = lastEventIdOf(request);
    const head = requestHead(request, publicUrl);
    const { permission, selfParam } = operation;
    const enter = () => authorize({ head, params, permission, selfParam });
    const access = await enter();
    unreadResponses.assertRoom(access, 1);
    const search = operation.ignoresQuery === true ? '' : queryString(request.url);
    const query = await readQuery(search, operation.query);
    const incoming = { request, response, access };
    const body = await (operation.readBody?.(incoming) ?? readRequestBody(operation, incoming));
    const given = { params, query, body, ifMatch, lastEventId };
    const opened = { operation, organizationId: access.organizationId, head, request, response };
    const run = (): Promise<Reply<unknown>> =>
      runOperation(opened, { primary: db, reads: deps.reads }, (chosen) =>
        operation.run(given, { db: chosen, clock, access, baseUrl: head.baseUrl }),
      );
    const reply = operation.isUnlimited === true ? await run() : await limiter.run(access.organizationId, run);
    if (reply.events !== undefined) {
      const reading = keepAuthorized({ access, authorize: enter, clock }, (work) =>
        limiter.run(access.organizationId, work),
      );
      return stream(request, response, { events: reply.events, run: reading, access });
    }
    onReply?.(operation, reply);
    await sendJson(response, { status: reply.status ?? 200, body: reply.body, etag: reply.etag }, (bytes) => {
      // The result of a write is always sent.
      if (operation.method === 'get') unreadResponses.assertRoom(access, bytes);
      unreadResponses.follow(access, response, bytes);
    });
  };
  const stream = async (request: Request, response: Response, { events, run, access }: OpenStream) => {
    const { streams } = deps;
    if (streams === undefined) throw new Error(`${operation.address}: the service has no streams`);
    const { organizationId, actor, actorId } = access;
    const sender = actor.userId !== null ? `user ${actor.userId}` : actorId;
    const release = streams.take({ organizationId, sender });
    await sendEvents(request, response, { events, maxMs: streams.maxMs, run }).finally(release);
  };
  return (request, response, next) => {
    answer(request, response).catch(next);
  };
}

/** A stream of an organization that was authorized. */
interface OpenStream {
  readonly events: EventStream;
  readonly run: StreamRun;
  readonly access: Access;
}

function lastEventIdOf({ headers }: Request): string | undefined {
  const given = headers['last-event-id'];
  return Array.isArray(given) ? given[0] : given;
}
