import { createHash } from 'node:crypto';
import { TenancyError } from '@sluice/db';

/** Returns a version of what people set: equal if and only if all of it is equal. */
export const versionOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);

/** @throws TenancyError `changed` if the version is not one of those that a change is based on; `undefined`: any is */
export function assertVersion(what: string, version: string, ifVersion: readonly string[] | undefined): void {
  if (ifVersion?.includes(version) === false) {
    throw new TenancyError('changed', `the ${what} was changed since you read it`);
  }
}
