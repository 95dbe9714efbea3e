import type { Database, IdKind, Scope } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { IncomingBody } from './http/incomingBody.js';

/** A JSON schema (2020-12, as OpenAPI 3.1 has it): what validates is also what is documented. */
export type Schema = Readonly<Record<string, unknown>>;

/** A schema of an object's fields. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/** The project that a request is about: the token's own. */
export interface ApiProject {
  readonly id: string;
  readonly slug: string;
  readonly organizationId: string;
  readonly organizationSlug: string;
}

/** What a route works with. */
export interface RouteContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly project: ApiProject;
  /** What the token may do. */
  readonly scopes: readonly Scope[];
  /** Where clients reach the service, without a trailing slash: `https://sluice.example.com`. */
  readonly baseUrl: string;
}

/** A request that passed its schemas. `Query` and `Body` are what the route's schemas promise. */
export interface RouteRequest<Query = unknown, Body = unknown> {
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The `If-Match` header. */
  readonly ifMatch: string | undefined;
}

/** What a route answers; refusals are thrown as `ApiError`. */
export interface Reply<Answer> {
  /** 200 where unset; as the route documents it. */
  readonly status?: 200 | 201 | 204;
  readonly body: Answer;
  /** A strong validator without quotes; where unset, a `GET` gets one from its body. */
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
  /** What a reader must know beyond that. */
  readonly description?: string;
  /** One of them is needed; `project:admin` always does. */
  readonly scope: Scope | readonly Scope[];
  /** Descriptions of path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: ObjectSchema;
  /** Parameters of path and query that are ids: `handle` gets them whole, whoever asks may shorten them (`wholeId`). */
  readonly ids?: Readonly<Record<string, IdKind>>;
  readonly body?: ObjectSchema;
  /**
   * Reads a body that is not only JSON, and checks it: the schema only documents it then. Called when the request is
   * allowed; until then not a byte of the body was asked for. Throws `ApiError`.
   */
  readonly readBody?: (incoming: IncomingBody) => Promise<Body>;
  /** Media types of such a body, for the documentation; `application/json` where unset. */
  readonly bodyTypes?: readonly string[];
  /** Bounds itself what it does at once, and does not keep readers waiting. */
  readonly isUngated?: boolean;
  /** Of the answer; none where it is 204. */
  readonly answer?: Schema;
  /** The status of that answer where it is not 200. */
  readonly created?: 201;
  /** Where it is created: 200 with the same answer where it was there already. */
  readonly mayExist?: boolean;
  /** What an `If-Match` header does here; none where it does nothing. */
  readonly ifMatch?: string;
  readonly handle: (request: RouteRequest<Query, Body>, context: RouteContext) => Promise<Reply<Answer>>;
}

/** What is documented of a route: everything but what it does. */
export type RouteDescription = Omit<Route, 'handle' | 'readBody'>;

/** Names a route's types without losing them; all routes are put into one list. */
export const defineRoute = <Query, Body, Answer>(route: Route<Query, Body, Answer>): Route => route as unknown as Route;
