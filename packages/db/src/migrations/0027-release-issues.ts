import type { Migration } from './migration.js';

/**
 * The issues that were first seen, and those that returned, in a release and a time: both are counted for a comparison of releases.
 *
 * The change of a regressed issue names the release and the id of the event that reopened it, which begins with its time of
 * arrival. Only regressions have an entry: counting an exception writes none.
 */
export const releaseIssues: Migration = {
  name: '0027-release-issues',
  indexes: [
    {
      name: 'issues_first_release_at',
      table: 'issues',
      on: '(project_id, first_release, first_release_at) where merged_into is null',
    },
    {
      name: 'issue_changes_regressed',
      table: 'issue_changes',
      on: `(project_id, ((details ->> 'release') collate "C"), ((details ->> 'event') collate "C")) where action = 'regressed'`,
    },
  ],
  statements: () => [`drop index issues_first_release`],
};
