import {
  isSeriesItem,
  MOST_ITEMS,
  type AlertItem,
  type AlertMessage,
  type AlertSeverity,
  type AlertState,
  type IssueFacts,
} from '../alertMessage.js';
import type { IssueKind } from '../conditions/condition.js';
import { conditionKind, limitOf } from '../conditions/conditions.js';
import { dropOf } from '../drops/drops.js';
import type { FiringDetails, Wording } from '../words/details.js';
import type { PageUrls } from '../words/pageUrls.js';
import { dropText, seriesText, storedCondition, valueOf } from './firingText.js';
import { endingOf } from './seriesReason.js';
import { unsentText } from './unsentText.js';

/** A firing that a message reports. */
export interface ReportedFiring {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly state: Exclude<AlertState, 'test'>;
  /** Of a series: with the condition as it was when it fired, because the rule may have changed, or be deleted, since. */
  readonly details: FiringDetails;
  readonly suppressed: number;
  readonly at: Date;
  readonly rule: { readonly id: string; readonly name: string };
}

/** An issue of a message, with its title. */
export interface ReportedIssue extends IssueFacts {
  readonly title: string;
  /** Whether it collects the exceptions beyond the limit of new issues: see `NEW_ISSUES_PER_HOUR`. */
  readonly isOther: boolean;
}

/** What a message is composed of. */
export interface MessageParts {
  readonly id: string;
  readonly organization: string;
  readonly project: string | null;
  readonly firings: readonly ReportedFiring[];
  /** By id. An issue that is deleted or merged meanwhile may be missing. */
  readonly issues: ReadonlyMap<string, ReportedIssue>;
  readonly pages: PageUrls | undefined;
  /** Whether the message must contain every series: see `keepsIncidents`. */
  readonly reportsAllSeries: boolean;
  readonly nowMs: number;
}

const RANK: Readonly<Record<AlertSeverity, number>> = { critical: 0, error: 1, warning: 2, info: 3 };

interface RankedItem {
  readonly item: AlertItem;
  readonly severity: AlertSeverity;
}

/** Composes the message of a delivery. Pure: the same firings and facts give the same message. */
export function composeMessage(parts: MessageParts): AlertMessage {
  const { id, organization, project, firings, pages, nowMs } = parts;
  const ranked = firings.map((firing) => toItem(firing, parts)).sort(compareItems);
  const [first] = ranked;
  if (first === undefined) throw new Error(`delivery ${id} has no firing`);
  return {
    id,
    organization,
    project,
    state: firings.every(({ state }) => state === 'recovered') ? 'recovered' : first.item.state,
    severity: first.severity,
    title: titleOf(firings, first.item, project ?? organization),
    items: ranked.slice(0, MOST_ITEMS).map(({ item }) => item),
    ...(parts.reportsAllSeries ? { unlisted: unlistedSeries(ranked) } : {}),
    total: firings.length,
    ...unsentOf(parts),
    url: (isOneSubject(firings) ? first.item.url : null) ?? pages?.alerts() ?? null,
    at: new Date(nowMs).toISOString(),
  };
}

/** Suppressed firings of each rule in the message, listed or not. A recovery mentions none: see `takeSuppressed`. */
function unsentOf({ firings, pages }: MessageParts): Pick<AlertMessage, 'unsent'> {
  const fired = firings.filter(({ state }) => state !== 'recovered');
  const rules = new Map(fired.map(({ rule }) => [rule.id, rule]));
  const unsent = [...rules.values()].flatMap(({ id: ruleId, name }) => {
    const text = unsentText(
      name,
      fired.filter(({ rule }) => rule.id === ruleId),
    );
    return text === undefined ? [] : [{ ruleId, text, url: pages?.history(ruleId) ?? null }];
  });
  return unsent.length === 0 ? {} : { unsent };
}

/** Several rules may report the same issue. */
const isOneSubject = (firings: readonly ReportedFiring[]): boolean =>
  new Set(firings.map(({ subject }) => subject)).size === 1;

const unlistedSeries = (ranked: readonly RankedItem[]): readonly AlertItem[] =>
  ranked
    .slice(MOST_ITEMS)
    .map(({ item }) => item)
    .filter(isSeriesItem);

/** The message that a test of a destination sends. */
export const testMessage = (
  { id, organization, project, pages, nowMs }: Omit<MessageParts, 'firings' | 'issues' | 'reportsAllSeries'>,
  destination: string,
): AlertMessage => ({
  id,
  organization,
  project,
  state: 'test',
  severity: 'info',
  title: `Test of the destination ${destination}`,
  items: [
    {
      firingId: id,
      kind: 'test',
      state: 'test',
      rule: { id: '0', name: 'Test' },
      reason: 'A test of this destination was requested. If you can read this, alerts reach it.',
      title: destination,
      subject: 'test',
      url: pages?.alerts() ?? null,
      at: new Date(nowMs).toISOString(),
      suppressed: 0,
    },
  ],
  total: 1,
  url: pages?.alerts() ?? null,
  at: new Date(nowMs).toISOString(),
});

const compareItems = (a: RankedItem, b: RankedItem): number =>
  RANK[a.severity] - RANK[b.severity] ||
  (b.item.issue?.events ?? 0) - (a.item.issue?.events ?? 0) ||
  a.item.at.localeCompare(b.item.at) ||
  a.item.firingId.localeCompare(b.item.firingId);

function toItem(firing: ReportedFiring, parts: MessageParts): RankedItem {
  const { id, kind, subject, state, suppressed, at, rule } = firing;
  const common = { firingId: id, kind, state, rule, subject, suppressed, at: at.toISOString() };
  const condition = conditionKind(kind);
  if (condition?.about === 'series') return seriesItem(firing, { common, pages: parts.pages });
  if (condition?.about === 'issue') return issueItem(firing, condition, { common, parts });
  return dropItem(firing, common, parts);
}

type Common = Omit<AlertItem, 'reason' | 'title' | 'url'>;

function issueItem(
  { kind, subject, details }: ReportedFiring,
  { reason }: IssueKind,
  { common, parts }: { readonly common: Common; readonly parts: MessageParts },
): RankedItem {
  const issueId = subject.replace(/^issue:/, '');
  const found = parts.issues.get(issueId);
  const { title = 'An issue that no longer exists', isOther = false, ...issue } = found ?? {};
  const item = {
    ...common,
    reason: isOther && kind === 'new_issue' ? OTHER_REASON : reason(details),
    title,
    url: found === undefined ? null : (parts.pages?.issue(issueId) ?? null),
    ...(found === undefined ? {} : { issue: issue as IssueFacts }),
  };
  return { item, severity: severityOfLevel(found?.level) };
}

const OTHER_REASON =
  'The project reached its limit of new issues per hour. This issue collects all further new faults; they send no alerts of their own.';

const severityOfLevel = (level: string | undefined): AlertSeverity => {
  if (level === 'fatal' || level === 'critical') return 'critical';
  if (level === 'error' || level === undefined) return 'error';
  return level === 'warning' ? 'warning' : 'info';
};

function seriesItem(
  firing: ReportedFiring,
  { common, pages }: { readonly common: Common; readonly pages: PageUrls | undefined },
): RankedItem {
  const { state, details } = firing;
  const severity = state === 'recovered' ? 'info' : 'error';
  const condition = storedCondition(details);
  const item = { ...common, ...seriesText(firing), url: pages?.alerts() ?? null };
  if (condition === undefined) return { item, severity };
  const { direction, windowMinutes } = condition;
  const since = typeof details['since'] === 'string' ? details['since'] : null;
  const series = { value: valueOf(details), ...limitOf(condition), direction, windowMinutes, since };
  return { item: { ...item, series }, severity };
}

function dropItem(firing: ReportedFiring, common: Common, parts: MessageParts): RankedItem {
  const { kind, details, subject } = firing;
  const drop = dropOf(kind);
  const { pages } = parts;
  const now = new Date(parts.nowMs);
  const action = pages === undefined ? undefined : drop?.action?.(pages, details, now);
  const item = {
    ...common,
    ...(dropText(firing, now) ?? { reason: '', title: subject }),
    url: pages === undefined ? null : (drop?.page?.(pages, details) ?? pages.usage()),
    ...(action === undefined ? {} : { action }),
  };
  return { item, severity: drop?.severity?.(details) ?? 'warning' };
}

function titleOf(firings: readonly ReportedFiring[], first: AlertItem, place: string): string {
  const [only] = firings;
  if (firings.length === 1 && only !== undefined) return oneTitle(first, only);
  const kinds = new Set(firings.map(({ kind }) => kind));
  const [kind = ''] = kinds;
  const plural = kinds.size === 1 ? wordingOf(kind)?.plural : undefined;
  const recovered = firings.every(({ state }) => state === 'recovered') ? ' recovered' : '';
  return `${firings.length.toLocaleString('en-US')} ${plural ?? 'alerts'}${recovered} in ${place}`;
}

function oneTitle({ kind, title, state }: AlertItem, { details }: ReportedFiring): string {
  if (state === 'recovered') return `${endingOf(details) === undefined ? 'Recovered' : 'Ended'}: ${title}`;
  if (dropOf(kind) !== undefined || conditionKind(kind)?.about === 'series') return title;
  return `${wordingOf(kind)?.title ?? 'Alert'}: ${title}`;
}

function wordingOf(kind: string): Wording | undefined {
  const condition = conditionKind(kind);
  return condition === undefined || condition.about === 'drops' ? dropOf(kind) : condition;
}
