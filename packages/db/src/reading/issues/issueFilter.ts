import { sql, type RawBuilder } from 'kysely';
import { equals } from '../arrivalScan.js';
import type { PageRequest } from '../page.js';

/** Which issues. A field that is not set does not filter. */
export interface IssueFilter {
  readonly status?: string | undefined;
  readonly level?: string | undefined;
  /** Part of the title or of the culprit as sent, case-insensitive. */
  readonly query?: string | undefined;
  /** With exceptions of this environment, which alone are counted. */
  readonly environment?: string | undefined;
  /** With exceptions of this release, which alone are counted. */
  readonly release?: string | undefined;
}

/** Later than every arrival: no bound. */
const UNBOUNDED_MS = Date.UTC(9999, 0);

/** Whether a list counts only some exceptions of each issue: of a range of arrival, an environment or a release. */
export const countsSome = ({ fromMs, toMs }: PageRequest, { environment, release }: IssueFilter): boolean =>
  fromMs > 0 || toMs < UNBOUNDED_MS || environment !== undefined || release !== undefined;

/** Conditions on a row of `issues` named `s`. */
export const ofIssue = ({ status, level, query }: IssueFilter): readonly RawBuilder<unknown>[] => [
  ...equals('s.status', status),
  ...equals('s.level', level),
  ...(query === undefined
    ? []
    : [sql`position(lower(${query}) in lower(s.title || ' ' || coalesce(s.culprit, ''))) > 0`]),
];

/** Conditions on a row of `exceptions`, besides the range. */
export const ofException = ({ environment, release }: IssueFilter): RawBuilder<unknown> =>
  sql.join([sql`true`, ...equals('environment', environment), ...equals('release', release)], sql` and `);
