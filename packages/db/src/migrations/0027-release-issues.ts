import type { Migration } from './migration.js';

/**
 * The issues that were first seen, and those that returned, in a release and a time: both are counted for a comparison of releases.
 *
 * The change of a regressed issue names the release and the id of the event that reopened it, which begins with its time of
 * arrival. Only regressions have an entry: counting an exception writes none.
 */
export const releaseIssues: Migration = {
  name: '0027-release-issues',
  statements: () => [
    `create index issues_first_release_at on issues (project_id, first_release, first_release_at) where merged_into is null`,
    `drop index issues_first_release`,
    `create index issue_changes_regressed on issue_changes
       (project_id, ((details ->> 'release') collate "C"), ((details ->> 'event') collate "C")) where action = 'regressed'`,
  ],
};
