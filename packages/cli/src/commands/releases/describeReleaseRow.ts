import { moment, number, text, type Wire } from '../../output/cells.js';
import type { Style } from '../../output/style.js';
import { facts } from '../../output/table.js';

/** Formats a release. */
export function describeReleaseRow(release: Wire, style: Style): string {
  const { version, ref, url, deployedAt, notes, firstSeen, lastSeen, createdAt } = release;
  return facts(
    [
      ['release', text(version)],
      ['ref', text(ref)],
      ['url', text(url)],
      ['deployed', moment(deployedAt)],
      ['notes', text(notes)],
      ['exceptions', number(release['exceptions'])],
      ['new issues', number(release['newIssues'])],
      ['source maps', number(release['sourceMaps'])],
      ['first seen', moment(firstSeen)],
      ['last seen', moment(lastSeen)],
      ['known since', moment(createdAt)],
    ],
    style,
  );
}
