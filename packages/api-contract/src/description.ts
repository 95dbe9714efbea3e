import type { Permission } from '@sluice/contract';
import type { ObjectSchema, Schema, TypeOf } from './schema/schema.js';

/** The contract of one operation under `/api/0`: its address, its parameters, and the schemas of what is sent. */
interface CommonDescription {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Below the root of its scope (see {@link ROOTS}), with `{name}` for parameters: `/issues/{issueId}`. */
  readonly path: string;
  /** Group in the documentation: `Issues`. */
  readonly tag: string;
  /** One line: `List issues`. */
  readonly summary: string;
  /** Details beyond the summary. */
  readonly description?: string;
  /** Descriptions of path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: ObjectSchema;
  readonly body?: ObjectSchema;
  /** Whether the route bypasses the request limiter because it limits itself. */
  readonly isUnlimited?: boolean;
  /** Schema of the response body; none for a 204. */
  readonly response?: Schema;
  /** The status if it is not 200. */
  readonly createdStatus?: 201;
}

/** An operation of a project or an organization. */
export interface TenantDescription extends CommonDescription {
  readonly scope: 'project' | 'organization';
  /** What the sender needs; `PERMISSIONS` says which roles and scopes have it. */
  readonly permission: Permission;
  /** Path parameter with the id of a user, for whom the permission is not needed: users act on themselves. */
  readonly selfParam?: string;
  /** Path and query parameters that are ids, with their kinds. Clients may shorten them; `handle` gets full ids (see `resolveId`). */
  readonly ids?: Readonly<Record<string, string>>;
  /** Media types of the body, for the documentation; `application/json` by default. */
  readonly bodyTypes?: readonly string[];
  /** Whether a read may be out of date by a bounded time: it may then read from a replica. */
  readonly mayBeStale?: boolean;
  /** Whether the response consists of server-sent events; `response` is then the schema of their data. */
  readonly isEventStream?: boolean;
  /** With `createdStatus`: answers 200 with the same body if the object already exists. */
  readonly mayExist?: boolean;
  /** Effect of an `If-Match` header, if it has any. */
  readonly ifMatch?: string;
}

/**
 * An operation that belongs to no organization: signing in, and what users do with their account. Access tokens do not count:
 * the scope `user` needs a session.
 */
export interface AccountDescription extends CommonDescription {
  readonly scope: 'anyone' | 'user';
  /** Whether it answers with a redirect instead of JSON. */
  readonly isRedirect?: boolean;
  /** Whether unknown query parameters are ignored, because another program chooses them. */
  readonly ignoresUnknown?: boolean;
}

/** The contract of an operation; see its members. */
export type Description = TenantDescription | AccountDescription;

/** Operations by name. */
export type Descriptions = Readonly<Record<string, Description>>;

/** Description of a parameter that {@link resolveId} reads. */
export const SHORT_IDS_DESCRIPTION =
  'The first 8 hex digits or more are enough, dashes optional; 409 `ambiguous_id` if several ids start with them.';

/** Prefix of all management endpoints. */
export const API_ROOT = '/api/0';

/** What the paths of each scope begin with. */
export const ROOTS = {
  project: '/api/0/projects/{org}/{project}',
  organization: API_ROOT,
  user: API_ROOT,
  anyone: API_ROOT,
} as const;

/** Names of the parameters of a path. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Query parameters as a handler gets them. */
export type QueryOf<D extends Description> = D extends { readonly query: infer S } ? TypeOf<S> : unknown;

/** A body as a handler gets it. */
export type BodyOf<D extends Description> = D extends { readonly body: infer S } ? TypeOf<S> : unknown;

/** The body of a response. */
export type ResponseOf<D extends Description> = D extends { readonly response: infer S } ? TypeOf<S> : undefined;

/** The body that a handler returns. */
export type AnswerOf<D extends Description> = D extends { readonly isEventStream: true } ? undefined : ResponseOf<D>;
