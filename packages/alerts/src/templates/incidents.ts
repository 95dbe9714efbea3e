import { isSeriesItem, type AlertItem, type AlertMessage } from '../alertMessage.js';
import { itemStory, type ItemStory } from '../story/itemStory.js';
import { isSmallEnough } from '../renderedRequest.js';
import type { Story } from '../story/story.js';
import { cutText } from '../text/cleanText.js';
import { defuse } from '../text/defuse.js';
import { joined, moreLine, reasonLine, ruleLine } from './lines.js';
import { threadKey } from './threadKey.js';

/** What an incident platform is told: to open an incident of a key, or to close it. */
export interface Incident {
  readonly key: string;
  readonly action: 'open' | 'close';
  readonly title: string;
  /** Why it is opened or closed, one sentence; empty if each of several items has its own. */
  readonly reason: string;
  /** Values by name, not empty. */
  readonly details: Readonly<Record<string, string>>;
  readonly url: string | undefined;
  readonly at: string;
}

/**
 * Returns one incident for each series, listed or not, because its recovery closes that of its own series; the last of several states
 * of a series counts, and none that is superseded. Everything else never recovers: all of it is one incident, so that fifty new issues wake somebody once. A test
 * opens an incident and closes it.
 */
export function incidentsOf(message: AlertMessage, story: Story): readonly Incident[] {
  const { items, unlisted = [], superseded = [] } = message;
  const series = lastSeries(message);
  const ofSeries = series
    .filter(({ subject }) => !superseded.includes(subject))
    .map((item) => ofItem(message, story, itemStory(item)));
  const others = story.items.filter((_, index) => !isSeriesItem(items[index] ?? { subject: '' }));
  const more = Math.max(0, story.more - unlisted.length);
  if (story.state === 'test') {
    const test = together(message, { ...story, more }, others);
    return [test, { ...test, action: 'close' }];
  }
  return others.length + more === 0 && series.length > 0
    ? ofSeries
    : [...ofSeries, together(message, { ...story, more }, others)];
}

/** Returns the last item of each series, listed or not: of a digest, one may have fired and recovered, more than once. */
export function lastSeries({ items, unlisted = [] }: AlertMessage): readonly AlertItem[] {
  const last = new Map<string, AlertItem>();
  for (const item of [...items, ...unlisted].filter(isSeriesItem)) {
    const known = last.get(item.subject);
    if (known === undefined || Date.parse(known.at) <= Date.parse(item.at)) last.set(item.subject, item);
  }
  return [...last.values()];
}

function ofItem(message: AlertMessage, story: Story, item: ItemStory): Incident {
  return {
    key: threadKey(message, item.subject),
    action: item.isRecovered ? 'close' : 'open',
    title: defuse(story.single === undefined ? `${item.label}: ${item.title}` : story.headline),
    reason: defuse(item.reason),
    details: detailsOf(story, item),
    url: item.url ?? story.links[0]?.url,
    at: item.at,
  };
}

/** Under the key of the only subject, or of the message: a retry of it opens no second incident. */
function together(message: AlertMessage, story: Story, items: readonly ItemStory[]): Incident {
  const [only] = story.single === undefined ? [] : items;
  if (only !== undefined && story.state !== 'test') return ofItem(message, story, only);
  const listed = items.map((item, index) => [`${index + 1}`, joined(item.title, item.culprit, item.summary)] as const);
  const entries = [...listed, ['More', moreLine(story)], ['Why', joined(reasonLine(story), ruleLine(story))]] as const;
  return {
    key: `message:${message.id}`,
    action: 'open',
    title: defuse(story.headline),
    reason: defuse(reasonLine(story)),
    details: only === undefined ? present(entries) : detailsOf(story, only),
    url: story.links[0]?.url,
    at: story.at,
  };
}

/** Returns what `build` makes of an incident, whose longest details are shortened until the body is small enough. */
export function fittingBody(incident: Incident, build: (incident: Incident) => object): object {
  const body = build(incident);
  const [name, value] = Object.entries(incident.details).reduce(longer, ['', '']);
  if (isSmallEnough(body) || value.length < SHORT) return body;
  const details = { ...incident.details, [name]: cutText(value, Math.floor(value.length / 2)) };
  return fittingBody({ ...incident, details }, build);
}

type Entry = readonly [string, string];
const longer = (a: Entry, b: Entry): Entry => (b[1].length > a[1].length ? b : a);

/** Details of this length fit, whatever they are. */
const SHORT = 40;

function detailsOf({ place, unsent }: Story, item: ItemStory): Readonly<Record<string, string>> {
  const facts = item.facts.map(({ name, value }) => [name, value] as const);
  return present([
    ['Where', place],
    ['Culprit', item.culprit],
    ['Source', item.sourceLine],
    ...facts,
    ['Reason', item.reason],
    ['Rule', item.rule],
    ['Suppressed', joined(item.suppressed, ...unsent)],
  ]);
}

const present = (entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(entries.filter(([, value]) => value !== '').map(([name, value]) => [name, defuse(value)]));
