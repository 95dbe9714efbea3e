import type { AnswerOf, BodyOf, Description, ParamNames, QueryOf } from '@sluice/api-contract';
import type { IdKind } from '@sluice/reading';
import type { AuthorizedRequest } from './http/authorizedRequest.js';
import type { JsonText } from './jsonText.js';
import type { Contexts } from './routeContext.js';

/** A validated request. */
export interface RouteRequest<Query = unknown, Body = unknown, Params = Readonly<Record<string, string>>> {
  /** Path parameters, decoded. */
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The `If-Match` header. */
  readonly ifMatch: string | undefined;
  /** The `Last-Event-ID` header. */
  readonly lastEventId?: string | undefined;
}

/**
 * Yields messages in the format of server-sent events, each with its blank line, until it ends or the signal aborts. It asks
 * the database inside `run`, which bounds concurrent reads and may reject with a 503.
 */
export type EventStream = (stream: {
  readonly signal: AbortSignal;
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}) => AsyncIterable<string>;

/** The result of a route; error responses are thrown as `ApiError`. */
export interface Reply<Answer> {
  /** 200 by default. */
  readonly status?: 200 | 201 | 204;
  readonly body: Answer | JsonText;
  /** Server-sent events instead of a body; see `sendEvents`. */
  readonly events?: EventStream;
  /** Strong validator without quotes. If unset, a `GET` gets one computed from its body. */
  readonly etag?: string;
}

/** A reply that may set cookies or redirect. */
export interface AccountReply<Answer> extends Omit<Reply<Answer>, 'status'> {
  readonly status?: 200 | 201 | 204 | 302;
  /** Further response headers, such as `Set-Cookie`. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** What a handler of each scope returns. */
interface Replies<Answer> {
  readonly project: Reply<Answer>;
  readonly organization: Reply<Answer>;
  readonly user: AccountReply<Answer>;
  readonly anyone: AccountReply<Answer>;
}

/** To whom an operation belongs; see `Contexts`. */
type RouteScope = Description['scope'];

/** An operation with its handler. `serve` has compared their types, so that all routes of a scope fit into one list. */
export type Route<Scope extends RouteScope = 'project'> = Description & {
  readonly scope: Scope;
  readonly ids?: Readonly<Record<string, IdKind>>;
  /**
   * Reads and validates a body that is not JSON; the schema then only documents it. Called after authorization; no byte of the
   * body is requested before. @throws ApiError
   */
  readonly readBody?: (incoming: AuthorizedRequest) => Promise<unknown>;
  // A method, because handlers of different queries and bodies share the type.
  handle(request: RouteRequest, context: Contexts[Scope]): Promise<Replies<unknown>[Scope]>;
};

type Handler<D extends Description, Scope extends RouteScope, Body> = (
  request: RouteRequest<QueryOf<D>, Body, Readonly<Record<ParamNames<D['path']>, string>>>,
  context: Contexts[Scope],
) => Promise<Replies<AnswerOf<D>>[Scope]>;

/** Returns the route that serves an operation. The compiler compares the handler with the contract of the operation. */
export const serve = <Scope extends RouteScope, D extends Served<Scope>>(
  description: D & { readonly scope: Scope },
  handle: Handler<D, Scope, BodyOf<D>>,
): Route<Scope> => ({ ...description, handle });

/** Like {@link serve}, for a body that is not JSON. @param readBody see `Route.readBody` */
export const serveUpload = <D extends Served<'project'>, Body>(
  description: D & { readonly scope: 'project' },
  readBody: (incoming: AuthorizedRequest) => Promise<Body>,
  handle: Handler<D, 'project', Body>,
): Route => ({ ...description, readBody, handle });

/** An operation whose ids can be looked up. */
type Served<Scope extends RouteScope> = Description & {
  readonly scope: Scope;
  readonly ids?: Readonly<Record<string, IdKind>>;
};
