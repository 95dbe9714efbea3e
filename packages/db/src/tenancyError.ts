import { SERVED_PATHS } from '@sluice/contract';
import { sqlstateOf } from './connection/classifyError.js';

/** Why a request cannot be carried out. `limit_reached`: until something is deleted; `too_many`: until some of it is done. */
export type TenancyErrorCode =
  | 'not_found'
  | 'exists'
  | 'invalid'
  | 'changed'
  | 'forbidden'
  | 'last_owner'
  | 'operators_only'
  | 'unverified_email'
  | 'too_many_organizations'
  | 'limit_reached'
  | 'too_many';

/** A request that cannot be carried out. `message` is one line for people. */
export class TenancyError extends Error {
  override readonly name = 'TenancyError';

  /** Seconds after which the request may succeed; `undefined`: no time is known. */
  readonly retryAfterS: number | undefined;

  constructor(
    readonly code: TenancyErrorCode,
    message: string,
    { retryAfterS }: { readonly retryAfterS?: number | undefined } = {},
  ) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}

const UNIQUE_VIOLATION = '23505';

/** Runs a statement that creates a row. @throws TenancyError `exists` with this message on a unique violation */
export async function creating<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (sqlstateOf(error) === UNIQUE_VIOLATION) throw new TenancyError('exists', message);
    throw error;
  }
}

/** Returns the value. @throws TenancyError `not_found` with this message if it is `undefined` */
export function found<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new TenancyError('not_found', message);
  return value;
}

const SLUG = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;

/** Checks a slug. @param what `organization` or `project` @throws TenancyError `invalid` */
export function checkSlug(what: string, slug: string): void {
  if (SLUG.test(slug)) return;
  throw new TenancyError(
    'invalid',
    `${what} "${slug}": a slug has 1 to 63 characters a-z, 0-9, - and _, and begins and ends with a letter or digit`,
  );
}

/** First segments of addresses of the public port and the dashboard, where the pages of an organization begin with its slug. */
const RESERVED: ReadonlySet<string> = new Set([
  ...SERVED_PATHS,
  'replay-frame',
  'sign-in',
  'invitation',
  'reset-password',
  'create-organization',
  'profile',
  'unsubscribe',
  'confirm-address',
]);

/** Checks the slug of an organization. @throws TenancyError `invalid` */
export function checkOrganizationSlug(slug: string): void {
  checkSlug('organization', slug);
  if (!RESERVED.has(slug)) return;
  throw new TenancyError(
    'invalid',
    `organization "${slug}": addresses of Sluice begin with this word; choose another slug`,
  );
}
