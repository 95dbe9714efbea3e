import { BASELINE, MIGRATIONS } from './all.js';
import type { Migration } from './migration.js';

/** Names of the steps whose place {@link BASELINE} has taken (decision 0177), in the order in which they were applied. */
export const FORMER_STEPS: readonly string[] = [
  '0001-tenancy',
  '0002-events',
  '0003-issues',
  '0004-releases-and-users',
  '0005-traces',
  '0006-metrics',
  '0007-visits-and-replays',
  '0008-sourcemaps',
  '0009-names',
  '0010-accounting',
  '0011-make-partition',
  '0012-accounts',
  '0013-issue-triage',
  '0014-refusals',
  '0015-endpoints',
  '0016-people',
  '0017-erasures',
  '0018-identities',
  '0019-erasure-records',
  '0020-audit-by-time',
  '0021-late-logs',
  '0022-hit-visitors',
  '0023-inviters',
  '0024-creators',
  '0025-departed-assignees',
  '0026-trace-arrivals',
  '0027-release-issues',
  '0028-alerts',
  '0029-delivery-progress',
  '0030-refused-keys',
  '0031-counted-since',
  '0032-organization-alerts',
  '0033-series-of-subjects',
  '0034-delivery-turns',
  '0035-drop-evaluations',
  '0036-delivery-target',
  '0037-unreported',
  '0038-delivery-requester',
  '0040-ordering-times',
  '0042-unfinished-erasures',
  '0043-alert-addresses',
  '0044-narrow-roles',
  '0045-first-sightings',
];

/** What a database or a backup has, by the names of its steps. */
export interface AssessedSteps {
  /** Steps of this code whose tables it has: under their own names, or under those of the former steps. */
  readonly done: ReadonlySet<string>;
  /** Former steps that are missing beside others, so that this code cannot tell which tables there are. */
  readonly lacking: readonly string[];
  /** Steps that this code does not know: those of a newer version. */
  readonly newer: readonly string[];
}

/**
 * Compares names of applied steps with the steps of this code.
 *
 * | former steps | steps of `BASELINE` | what a migration does with those that are missing         |
 * | ------------ | ------------------- | --------------------------------------------------------- |
 * | none         | none or some        | runs them                                                 |
 * | all          | none or some        | records them, in one transaction, and runs no statement   |
 * | some         | none or some        | refuses, before any statement (`lacking`)                 |
 * | any          | all                 | –                                                         |
 *
 * So no statement of `BASELINE` runs where a former step was applied, and none is left out where a former step is missing. Former
 * names stay: running processes of the version before look for them.
 */
export function assessSteps(applied: readonly string[], steps: readonly Migration[] = MIGRATIONS): AssessedSteps {
  const names = new Set(applied);
  const lacking = FORMER_STEPS.filter((name) => !names.has(name));
  const baseline = BASELINE.map(({ name }) => name);
  const isPartial = lacking.length < FORMER_STEPS.length && !baseline.every((name) => names.has(name));
  const known = new Set([...FORMER_STEPS, ...steps.map(({ name }) => name)]);
  return {
    done: new Set([...applied, ...(lacking.length === 0 ? baseline : [])]),
    lacking: isPartial ? lacking : [],
    newer: applied.filter((name) => !known.has(name)),
  };
}
