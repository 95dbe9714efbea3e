import type { AnswerOf } from '../../client/operation.js';
import { moment, number, text, wires } from '../../output/cells.js';
import { sections } from '../../output/sections.js';
import type { Style } from '../../output/style.js';
import { numeric, wireTable, type WireColumn } from '../../output/wireTable.js';
import { describeIssue } from './describeIssue.js';

const events = numeric('EVENTS', ({ count }) => number(count));
const firstSeen: WireColumn = { title: 'FIRST SEEN', read: (row) => moment(row['firstSeen']) };
const lastSeen: WireColumn = { title: 'LAST SEEN', read: (row) => moment(row['lastSeen']) };

const RELEASES: readonly WireColumn[] = [
  { title: 'RELEASE', read: ({ version }) => text(version) },
  events,
  firstSeen,
  lastSeen,
];
const ENVIRONMENTS: readonly WireColumn[] = [
  { title: 'ENVIRONMENT', read: ({ environment }) => text(environment) },
  events,
];
const FINGERPRINTS: readonly WireColumn[] = [
  { title: 'FINGERPRINT', read: ({ hash }) => text(hash) },
  events,
  firstSeen,
  lastSeen,
];

/** Formats an issue with its releases, environments and fingerprints. */
export const describeIssueDetail = (
  issue: AnswerOf<'GET /api/0/projects/{org}/{project}/issues/{issueId}'>,
  style: Style,
): string =>
  sections(
    [
      ['', describeIssue(issue, style)],
      ['RELEASES', wireTable(RELEASES, wires(issue.releases), style)],
      ['ENVIRONMENTS', wireTable(ENVIRONMENTS, wires(issue.environments), style)],
      ['FINGERPRINTS', wireTable(FINGERPRINTS, wires(issue.fingerprints), style)],
    ],
    style,
  );
