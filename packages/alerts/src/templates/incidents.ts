import { isSeriesItem, type AlertItem, type AlertMessage } from '../alertMessage.js';
import { itemView, type ItemView } from '../view/itemView.js';
import { isSmallEnough } from '../renderedRequest.js';
import type { MessageView } from '../view/view.js';
import { cutText } from '../text/cleanText.js';
import { defuse } from '../text/defuse.js';
import { joined, moreLine, reasonLine, ruleLine } from './lines.js';
import { threadKey } from './threadKey.js';

/** A request to an incident platform: opens or closes the incident of a key. */
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
 * of a series counts, and none that is superseded. All other items never recover: together they are one incident, so that fifty new issues page once. A test
 * opens an incident and closes it.
 */
export function incidentsOf(message: AlertMessage, view: MessageView): readonly Incident[] {
  const { items, unlisted = [], superseded = [] } = message;
  const series = lastSeries(message);
  const ofSeries = series
    .filter(({ subject }) => !superseded.includes(subject))
    .map((item) => ofItem(message, view, itemView(item)));
  const others = view.items.filter((_, index) => !isSeriesItem(items[index] ?? { subject: '' }));
  const more = Math.max(0, view.more - unlisted.length);
  if (view.state === 'test') {
    const test = together(message, { ...view, more }, others);
    return [test, { ...test, action: 'close' }];
  }
  return others.length + more === 0 && series.length > 0
    ? ofSeries
    : [...ofSeries, together(message, { ...view, more }, others)];
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

function ofItem(message: AlertMessage, view: MessageView, item: ItemView): Incident {
  return {
    key: threadKey(message, item.subject),
    action: item.isRecovered ? 'close' : 'open',
    title: defuse(view.single === undefined ? `${item.label}: ${item.title}` : view.headline),
    reason: defuse(item.reason),
    details: detailsOf(view, item),
    url: item.url ?? view.links[0]?.url,
    at: item.at,
  };
}

/** Under the key of the only subject, or of the message: a retry of it opens no second incident. */
function together(message: AlertMessage, view: MessageView, items: readonly ItemView[]): Incident {
  const [only] = view.single === undefined ? [] : items;
  if (only !== undefined && view.state !== 'test') return ofItem(message, view, only);
  const listed = items.map((item, index) => [`${index + 1}`, joined(item.title, item.culprit, item.summary)] as const);
  const entries = [...listed, ['More', moreLine(view)], ['Why', joined(reasonLine(view), ruleLine(view))]] as const;
  return {
    key: `message:${message.id}`,
    action: 'open',
    title: defuse(view.headline),
    reason: defuse(reasonLine(view)),
    details: only === undefined ? present(entries) : detailsOf(view, only),
    url: view.links[0]?.url,
    at: view.at,
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

function detailsOf({ place, unsent }: MessageView, item: ItemView): Readonly<Record<string, string>> {
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
