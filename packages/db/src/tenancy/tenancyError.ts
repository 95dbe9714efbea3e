import { sqlstateOf } from '../connection/classifyError.js';

/** Why a request cannot be carried out. */
export type TenancyErrorCode = 'not_found' | 'exists' | 'invalid' | 'changed';

/** A request that cannot be carried out as it is; `message` is one line, for people. */
export class TenancyError extends Error {
  override readonly name = 'TenancyError';

  constructor(
    readonly code: TenancyErrorCode,
    message: string,
  ) {
    super(message);
  }
}

const UNIQUE_VIOLATION = '23505';

/** Runs a statement that creates something; what is there already is an error `exists` with this message. */
export async function creating<T>(work: Promise<T>, message: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (sqlstateOf(error) === UNIQUE_VIOLATION) throw new TenancyError('exists', message);
    throw error;
  }
}

/** The value, or an error `not_found` with this message. */
export function found<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new TenancyError('not_found', message);
  return value;
}

const SLUG = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;

/** Throws unless `slug` can stand in an address. @param what `organization` or `project` */
export function checkSlug(what: string, slug: string): void {
  if (SLUG.test(slug)) return;
  throw new TenancyError(
    'invalid',
    `${what} "${slug}": a slug has 1 to 63 characters a-z, 0-9, - and _, and begins and ends with a letter or digit`,
  );
}
