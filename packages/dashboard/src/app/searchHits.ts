import type { Session } from '../api/session';
import type { IconName } from '../components/Icon';

/** Something that the search opens. */
export interface Hit {
  readonly label: string;
  /** What it is, at the right end of its row. */
  readonly kind: string;
  readonly icon: IconName;
  /** As in `Link`. */
  readonly to: string;
}

const PAGES: readonly (readonly [string, string, IconName])[] = [
  ['issues', 'Issues', 'alert'],
  ['logs', 'Logs', 'logs'],
  ['traces', 'Traces', 'traces'],
  ['replays', 'Replays', 'replay'],
  ['users', 'Users', 'user'],
  ['metrics', 'Metrics', 'pulse'],
  ['visits', 'Visits', 'visits'],
  ['releases', 'Releases', 'release'],
  ['usage', 'Stats & Usage', 'chart'],
  ['setup', 'Setup', 'setup'],
  ['settings/general', 'Settings: General', 'settings'],
  ['settings/security', 'Settings: Security, keys, allowed domains', 'settings'],
  ['settings/filters', 'Settings: Filters', 'settings'],
  ['settings/limits', 'Settings: Sampling and limits', 'settings'],
  ['settings/sourcemaps', 'Settings: Source maps', 'settings'],
];

const contains = (label: string, text: string): boolean => label.toLowerCase().includes(text.toLowerCase());

/** Pages of the project whose name contains the text. */
export const pageHits = (text: string): readonly Hit[] =>
  PAGES.filter(([, label]) => contains(label, text)).map(([to, label, icon]) => ({ to, label, icon, kind: 'page' }));

/** Projects and organizations of the reader whose name contains the text. */
export const projectHits = (organizations: Session['organizations'], text: string): readonly Hit[] =>
  organizations
    .flatMap(({ slug, projects }): readonly Hit[] => [
      ...projects.map(
        (name) =>
          ({ to: `/${slug}/${name}/issues`, label: `${slug} / ${name}`, icon: 'release', kind: 'project' }) as const,
      ),
      { to: `/${slug}/settings/members`, label: slug, icon: 'settings', kind: 'organization' },
    ])
    .filter(({ label }) => contains(label, text));

/** Issues as the server found them. */
export const issueHits = (issues: readonly { readonly id: string; readonly title: string }[]): readonly Hit[] =>
  issues.map(({ id, title }) => ({
    to: `issues/${encodeURIComponent(id)}`,
    label: title,
    icon: 'alert',
    kind: 'issue',
  }));

const HEX = /^[0-9a-f]{32}$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SERIAL = /^#?(\d{1,18})$/;

/** What an id may name: a trace by its 32 digits, a replay by its UUID, an issue by its number. */
export function idHits(text: string): readonly Hit[] {
  if (HEX.test(text)) return [{ to: `traces/${text.toLowerCase()}`, label: text, icon: 'traces', kind: 'trace' }];
  if (UUID.test(text)) return [{ to: `replays/${text.toLowerCase()}`, label: text, icon: 'replay', kind: 'replay' }];
  const [, serial] = SERIAL.exec(text) ?? [];
  return serial === undefined
    ? []
    : [{ to: `issues/${serial}`, label: `Issue ${serial}`, icon: 'alert', kind: 'issue' }];
}
