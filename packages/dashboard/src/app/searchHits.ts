import type { Session } from '../api/session';
import type { IconName } from '../components/Icon';
import { exceptionTitle } from '../lib/exceptionTitle';
import { setTheme, type Theme } from '../lib/theme';
import { openShortcuts } from './shortcuts';

/** Something that the search finds: it opens a page, or does something. */
export interface Hit {
  readonly label: string;
  /** What it is, at the right end of its row. */
  readonly kind: string;
  readonly icon: IconName;
  /** Of all hits only this one has it. For a page the path, as in `Link`. */
  readonly to: string;
  /** Search parameters of the page. */
  readonly search?: Readonly<Record<string, string>>;
  /** What a command does instead of opening `to`. */
  readonly run?: () => void;
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
  ['alerts', 'Alerts: rules, history, deliveries', 'signal'],
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

/** Releases as the server found them. */
export const releaseHits = (releases: readonly { readonly version: string }[]): readonly Hit[] =>
  releases.map(({ version }) => ({
    to: `releases/${encodeURIComponent(version)}`,
    label: version,
    icon: 'release',
    kind: 'release',
  }));

interface FoundUser {
  readonly key: string;
  readonly email: string | null;
  readonly username: string | null;
  readonly name: string | null;
}

/** Users as the server found them, by what they are known as. */
export const userHits = (users: readonly FoundUser[]): readonly Hit[] =>
  users.map(({ key, email, username, name }) => ({
    to: `users/${encodeURIComponent(key)}`,
    label: [name, email ?? username ?? key].filter((part) => part !== null).join(' · '),
    icon: 'user',
    kind: 'user',
  }));

/** Metrics as the server found them. */
export const metricHits = (metrics: readonly { readonly name: string }[]): readonly Hit[] =>
  metrics.map(({ name }) => ({
    to: `metrics/${encodeURIComponent(name)}`,
    label: name,
    icon: 'pulse',
    kind: 'metric',
  }));

const THEMES: readonly (readonly [Theme, string])[] = [
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
  ['system', 'Theme of the system'],
];

const ORGANIZATION_PAGES = [
  ['general', 'Organization: general, deletion'],
  ['members', 'Organization: members, invitations'],
  ['quotas', 'Organization: quotas, retention'],
  ['projects', 'Organization: projects'],
  ['alerts', 'Organization: alerts, destinations, maintenance'],
  ['audit', 'Organization: audit log'],
] as const;

/** Pages of the settings of an organization whose name contains the text. */
export const organizationHits = (org: string, text: string): readonly Hit[] =>
  ORGANIZATION_PAGES.filter(([, label]) => contains(label, text)).map(([page, label]) => ({
    to: `/${org}/settings/${page}`,
    label,
    icon: 'settings',
    kind: org,
  }));

/** Returns the hits without those of a page that an earlier one opens. */
export const distinctHits = (hits: readonly Hit[]): readonly Hit[] =>
  [...new Map([...hits].reverse().map((hit) => [hit.to, hit])).values()].reverse();

/** Commands and pages of the account whose name contains the text. */
export const commandHits = (text: string, signOut: () => void): readonly Hit[] =>
  (
    [
      { to: '/profile/account', label: 'Profile: account', icon: 'user', kind: 'page' },
      { to: '/profile/tokens', label: 'Profile: access tokens', icon: 'user', kind: 'page' },
      { to: '/profile/sessions', label: 'Profile: sessions', icon: 'user', kind: 'page' },
      {
        to: '/profile/security',
        label: 'Profile: security, password, two-factor authentication',
        icon: 'user',
        kind: 'page',
      },
      { to: '/profile/appearance', label: 'Profile: appearance, theme', icon: 'user', kind: 'page' },
      { to: '/create-organization', label: 'Create an organization', icon: 'settings', kind: 'page' },
      ...THEMES.map(
        ([theme, label]) =>
          ({ to: `theme:${theme}`, label, icon: 'settings', kind: 'command', run: () => setTheme(theme) }) as const,
      ),
      { to: 'shortcuts:', label: 'Keyboard shortcuts', icon: 'settings', kind: 'command', run: openShortcuts },
      { to: 'sign-out:', label: 'Sign out', icon: 'user', kind: 'command', run: signOut },
    ] satisfies readonly Hit[]
  ).filter(({ label }) => contains(label, text));

interface FoundException {
  readonly id: string;
  readonly issueId: string | null;
  readonly type: string;
  readonly message: string;
}

/** Exceptions as the server found them, in their issues. */
export const exceptionHits = (exceptions: readonly FoundException[]): readonly Hit[] =>
  exceptions.flatMap(({ id, issueId, type, message }) =>
    issueId === null
      ? []
      : [
          {
            to: `issues/${encodeURIComponent(issueId)}`,
            search: { event: id },
            label: exceptionTitle({ type, message }),
            icon: 'alert',
            kind: 'event',
          } as const,
        ],
  );

const HEX = /^[0-9a-f]{32}$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SERIAL = /^#?(\d{1,18})$/;

/** Whether a text is an id as SDKs make and log them for their events. */
export const isEventId = (text: string): boolean => HEX.test(text) || UUID.test(text);

/** What an id may name: a trace by its 32 digits, a replay by its UUID, an issue by its number. */
export function idHits(text: string): readonly Hit[] {
  if (HEX.test(text)) return [{ to: `traces/${text.toLowerCase()}`, label: text, icon: 'traces', kind: 'trace' }];
  if (UUID.test(text)) return [{ to: `replays/${text.toLowerCase()}`, label: text, icon: 'replay', kind: 'replay' }];
  const [, serial] = SERIAL.exec(text) ?? [];
  return serial === undefined
    ? []
    : [{ to: `issues/${serial}`, label: `Issue ${serial}`, icon: 'alert', kind: 'issue' }];
}
