import { conditionKind } from '@sluice/alerts/kinds';
import type { SearchPatch } from '../../lib/useSearch';

/** Where something happened. */
export interface AlertPlace {
  readonly org: string;
  /** Slug; null: it concerns the whole organization. */
  readonly project: string | null;
}

/** What an alert is about, as firings and items of messages name it. */
export interface AlertSubject {
  readonly kind: string;
  readonly subject: string;
  /** Of a metric, if it is known. */
  readonly metric?: string | undefined;
}

/** A page of this dashboard, and what it is called. */
interface AlertPage {
  readonly to: string;
  readonly name: string;
}

/** Returns the id of the issue that an alert is about. */
export const issueOf = ({ subject }: Pick<AlertSubject, 'subject'>): string | undefined =>
  /^issue:(.+)$/.exec(subject)?.[1];

/**
 * Returns the page that shows what an alert is about. Not the URL of a message: that is absolute, and this dashboard may be open
 * at another address.
 * @returns `undefined` if no page shows it
 */
export function alertPage(
  { org, project }: AlertPlace,
  { kind, subject, metric }: AlertSubject,
): AlertPage | undefined {
  if (kind === 'test' || kind === 'destination_paused') return { to: `/${org}/settings/alerts`, name: 'Destinations' };
  if (kind === 'monthly_quota') return { to: `/${org}/settings/quotas`, name: 'Quotas' };
  if (project === null) return undefined;
  const below = (page: string): string => `/${org}/${encodeURIComponent(project)}/${page}`;
  const issue = issueOf({ subject });
  if (issue !== undefined) return { to: below(`issues/${encodeURIComponent(issue)}`), name: 'Issue' };
  const [, release] = /^drop:unmapped_release:(.+)$/.exec(subject) ?? [];
  if (release !== undefined) return { to: below(`releases/${encodeURIComponent(release)}`), name: 'Release' };
  if (metric !== undefined) return { to: below(`metrics/${encodeURIComponent(metric)}`), name: 'Metric' };
  if (kind === 'disabled_key') return { to: below('settings/security'), name: 'Keys' };
  const condition = conditionKind(kind);
  const { path, name } = condition?.about === 'series' ? condition.page : { path: 'usage', name: 'Stats & Usage' };
  return { to: below(path), name };
}

/** Returns the type and hour of the cap whose lift a message offers by its URL; `undefined` if it offers none. */
export function liftOf(url: string | undefined): SearchPatch | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { searchParams } = new URL(url);
  const [lift, hour] = [searchParams.get('lift'), searchParams.get('hour')];
  return lift === null || hour === null ? undefined : { lift, hour };
}
