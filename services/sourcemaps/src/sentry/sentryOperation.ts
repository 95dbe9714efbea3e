import type { Permission } from '@sluice/contract';
import type { ServedOperation } from '@sluice/management';

type Run = ServedOperation['run'];

/** What a handler of Sentry's API gets besides the request. */
export type SentryContext = Parameters<Run>[1];

/** An operation of Sentry's API (protocol 4.9). */
interface SentryRoute<Body> {
  readonly method: ServedOperation['method'];
  /** Below `/api/0`, with a slash at the end: `/organizations/{org}/repos/`. */
  readonly path: `/${string}/`;
  readonly permission: Permission;
  /** Whether it limits itself instead of taking a permit for its whole time. */
  readonly isUnlimited?: boolean;
  readonly readBody?: (incoming: Parameters<NonNullable<ServedOperation['readBody']>>[0]) => Promise<Body>;
  readonly handle: (
    request: { readonly params: Readonly<Record<string, string>>; readonly body: Body },
    context: SentryContext,
  ) => ReturnType<Run>;
}

/** Returns an operation that checks access like Sluice's own, and ignores the query. */
export function sentryOperation<Body = undefined>({ path, handle, ...route }: SentryRoute<Body>): ServedOperation {
  return {
    ...route,
    scope: path.startsWith('/projects/') ? 'project' : 'organization',
    address: `/api/0${path}`,
    tag: 'Sentry',
    summary: path,
    ignoresQuery: true,
    // The body is what `readBody` has returned.
    run: ({ params, body }, context) => handle({ params, body: body as Body }, context),
  };
}

/** Paths of Sentry's API: all that end with a slash. Sluice's own have none. */
export const SENTRY_ADDRESSES = /^\/api\/0\/(?:.*\/)?$/s;
