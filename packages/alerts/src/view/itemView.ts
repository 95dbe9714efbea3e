import type { AlertItem, IssueFacts } from '../alertMessage.js';
import { cleanText } from '../text/cleanText.js';
import { safeUrl } from '../text/safeUrl.js';
import { countText, timeText, valueText } from './numbers.js';
import { kindLabel } from './kindLabel.js';

/** A name and its value. */
interface Fact {
  readonly name: string;
  readonly value: string;
}

/** What a message says about one firing: texts are one line each and bounded, but not escaped. */
export interface ItemView {
  readonly subject: string;
  /** `New issue`, `Recovered`. */
  readonly label: string;
  readonly title: string;
  readonly isIssue: boolean;
  readonly isRecovered: boolean;
  readonly reason: string;
  /** Name of the rule; empty if none fired: a test, or a pause. */
  readonly rule: string;
  /** `load in src/cart.ts:12`; empty if unknown. */
  readonly culprit: string;
  /** Empty if unknown. */
  readonly sourceLine: string;
  readonly facts: readonly Fact[];
  /** The facts in one line: `production · since 1.4.1 · 12 events · 5 users`. */
  readonly summary: string;
  /** One sentence; empty if nothing was suppressed. */
  readonly suppressed: string;
  readonly url: string | undefined;
  readonly at: string;
}

const LONGEST = { title: 200, reason: 300, rule: 100, culprit: 200, line: 160, release: 100, name: 64, subject: 200 };

/** Rule id of items that no rule decides. */
const NO_RULE = '0';

/** Returns what a message says about a firing. */
export function itemView(item: AlertItem): ItemView {
  const { issue, series, suppressed } = item;
  const facts = issue === undefined ? seriesFacts(series) : issueFacts(issue);
  return {
    subject: cleanText(item.subject, LONGEST.subject),
    label: item.state === 'recovered' ? 'Recovered' : kindLabel(item.kind),
    title: cleanText(item.title, LONGEST.title) || '(no title)',
    isIssue: issue !== undefined,
    isRecovered: item.state === 'recovered',
    reason: cleanText(item.reason, LONGEST.reason),
    rule: item.rule.id === NO_RULE ? '' : cleanText(item.rule.name, LONGEST.rule),
    culprit: cleanText(issue?.culprit ?? '', LONGEST.culprit),
    sourceLine: cleanText(issue?.sourceLine ?? '', LONGEST.line),
    facts: facts.map(({ name, value }) => ({ name, value })),
    summary: facts.map(({ short }) => short).join(' · '),
    suppressed: suppressedText(suppressed),
    url: safeUrl(item.url),
    at: item.at,
  };
}

/** A fact, and how it is written in a line of facts. */
interface ShortFact extends Fact {
  readonly short: string;
}

function issueFacts(issue: IssueFacts): ShortFact[] {
  const environment = cleanText(issue.environment ?? '', LONGEST.name);
  const first = cleanText(issue.firstRelease ?? '', LONGEST.release);
  const last = cleanText(issue.lastRelease ?? '', LONGEST.release);
  const assignee = cleanText(issue.assignee ?? '', LONGEST.name);
  const texts = [
    { name: 'Environment', value: environment, short: environment },
    { name: 'Since release', value: first, short: `since ${first}` },
    { name: 'Last release', value: last === first ? '' : last, short: `last in ${last}` },
    { name: 'Assignee', value: assignee, short: `assigned to ${assignee}` },
  ].filter(({ value }) => value !== '');
  const counts = [
    { name: 'Events', value: countText(issue.events), short: countText(issue.events, 'event') },
    { name: 'Users', value: countText(issue.users), short: countText(issue.users, 'user') },
  ];
  return [...counts, ...texts];
}

function seriesFacts(series: AlertItem['series']): ShortFact[] {
  if (series === undefined) return [];
  const value = series.value === null ? 'no data' : valueText(series.value, series);
  const limit = `${series.direction} ${valueText(series.threshold, series)}`;
  const facts = [
    { name: 'Value', value, short: value },
    { name: 'Limit', value: limit, short: `limit: ${limit}` },
    { name: 'Window', value: `${series.windowMinutes} min`, short: `over ${series.windowMinutes} min` },
  ];
  if (series.since === null) return facts;
  const since = timeText(series.since);
  return [...facts, { name: 'Since', value: since, short: `since ${since}` }];
}

const suppressedText = (count: number): string => {
  if (count <= 0) return '';
  const times = count === 1 ? '1 earlier firing was' : `${countText(count)} earlier firings were`;
  return `${times} suppressed since the last message.`;
};
