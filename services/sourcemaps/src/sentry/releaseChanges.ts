import { isObject } from '@sluice/contract';
import { MAX_REF_LENGTH } from '@sluice/api-contract';
import { ApiError } from '@sluice/management';
import type { ReleaseDescription } from '@sluice/sourcemaps/statements';
import { isName } from '../isName.js';
import { releaseFields } from '../releases/releaseFields.js';
import type { SentryBody } from './readSentryBody.js';

/** Fields of a release to write, and when it was released according to Sentry. */
export interface ReleaseChanges {
  readonly fields: ReleaseDescription;
  /** Counts as its deployment until one is reported. */
  readonly releasedAt: Date | undefined;
}

/**
 * Returns what a request of Sentry's API changes about a release: `url`, `ref`, and `dateReleased`; without `ref`, the
 * commit of `refs` or `commits`. Other fields are ignored. @throws ApiError 405 for a status that Sluice does not have,
 * 422 for an ill-formed field
 */
export function releaseChanges(version: unknown, body: SentryBody): ReleaseChanges {
  if (body['status'] === 'archived') throw new ApiError(405, 'not_supported', 'Sluice does not archive releases.');
  const sent = { version, ref: body['ref'] ?? commitOf(body), url: body['url'], deployedAt: body['dateReleased'] };
  const given = Object.entries(sent).filter(([, value]) => value !== undefined && value !== null);
  const { deployedAt, ...fields } = releaseFields(Object.fromEntries(given));
  return { fields, releasedAt: deployedAt ?? undefined };
}

/** Returns the newest commit of a request; `undefined` if it names none, or one that `ref` cannot hold. */
function commitOf({ refs, commits }: SentryBody): string | undefined {
  const commit = firstOf(refs)?.['commit'] ?? firstOf(commits)?.['id'];
  return typeof commit === 'string' && isName(commit, MAX_REF_LENGTH) ? commit : undefined;
}

function firstOf(list: unknown): SentryBody | undefined {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return isObject(first) ? first : undefined;
}
