import type { Permission, RequestActor, Role } from '@sluice/contract';
import type { Database, IdKind } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { AuthorizedRequest } from './http/authorizedRequest.js';

/** A JSON Schema (2020-12, as in OpenAPI 3.1), used for validation and documentation. */
export type Schema = Readonly<Record<string, unknown>>;

/** Schema of an object. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/** The project of a request, which belongs to an organization of the sender. */
export interface ApiProject {
  readonly id: string;
  readonly slug: string;
  readonly organizationId: string;
  readonly organizationSlug: string;
}

/** Context of a project route. */
export interface RouteContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly project: ApiProject;
  /** Who sent the request. */
  readonly actor: RequestActor;
  /** Role of the sender; `undefined` for a token of an operator. */
  readonly role: Role | undefined;
  /** Whether the sender has a permission beyond the one that the route needs. */
  readonly may: (permission: Permission) => boolean;
  /** Base URL of the service without a trailing slash: `https://sluice.example.com`. */
  readonly baseUrl: string;
}

/** A validated request. `Query` and `Body` have the types that the route's schemas describe. */
export interface RouteRequest<Query = unknown, Body = unknown> {
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
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
  readonly body: Answer;
  /** Server-sent events instead of a body; see `sendEvents`. */
  readonly events?: EventStream;
  /** Strong validator without quotes. If unset, a `GET` gets one computed from its body. */
  readonly etag?: string;
}

/** One operation under `/api/0/projects/{org}/{project}`. */
export interface Route<Query = unknown, Body = unknown, Answer = unknown> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Below the project, with `{name}` for parameters: `/issues/{issueId}`. */
  readonly path: string;
  /** Group in the documentation: `Issues`. */
  readonly tag: string;
  /** One line: `List issues`. */
  readonly summary: string;
  /** Details beyond the summary. */
  readonly description?: string;
  /** What the sender needs; `PERMISSIONS` says which roles and scopes have it. */
  readonly permission: Permission;
  /** Path parameter with the id of a user, for whom the permission is not needed: users act on themselves. */
  readonly selfParam?: string;
  /** Descriptions of path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: ObjectSchema;
  /** Path and query parameters that are ids. Clients may shorten them; `handle` gets full ids (see `resolveId`). */
  readonly ids?: Readonly<Record<string, IdKind>>;
  readonly body?: ObjectSchema;
  /**
   * Reads and validates a body that is not JSON; the schema then only documents it. Called after authorization; no byte of the
   * body is requested before. @throws ApiError
   */
  readonly readBody?: (incoming: AuthorizedRequest) => Promise<Body>;
  /** Media types of the body, for the documentation; `application/json` by default. */
  readonly bodyTypes?: readonly string[];
  /** Whether the route bypasses the request limiter because it limits itself. */
  readonly isUnlimited?: boolean;
  /** Whether a read may be out of date by a bounded time: it may then read from a replica. */
  readonly mayBeStale?: boolean;
  /** Whether the response consists of server-sent events; `response` is then the schema of their data. */
  readonly isEventStream?: boolean;
  /** Schema of the response body; none for a 204. */
  readonly response?: Schema;
  /** The status if it is not 200. */
  readonly createdStatus?: 201;
  /** With `createdStatus`: answers 200 with the same body if the object already exists. */
  readonly mayExist?: boolean;
  /** Effect of an `If-Match` header, if it has any. */
  readonly ifMatch?: string;
  readonly handle: (request: RouteRequest<Query, Body>, context: RouteContext) => Promise<Reply<Answer>>;
}

/** The documentation of a route: everything but its handler. */
export type RouteDescription = Omit<Route, 'handle' | 'readBody'>;

/** Checks the types of a route and erases them, so that all routes fit into one list. */
export const defineRoute = <Query, Body, Answer>(route: Route<Query, Body, Answer>): Route => route as unknown as Route;
