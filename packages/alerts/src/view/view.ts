import type { AlertMessage, AlertSeverity, AlertState } from '../alertMessage.js';
import { cleanText } from '../text/cleanText.js';
import { safeUrl } from '../text/safeUrl.js';
import { itemView, type ItemView } from './itemView.js';

/** What a message says, in the words that all platforms show: texts are one line each and bounded, but not escaped. */
export interface MessageView {
  readonly id: string;
  readonly state: AlertState;
  readonly severity: AlertSeverity;
  readonly headline: string;
  /** The project, or the organization if it concerns all of it. */
  readonly place: string;
  readonly placeLabel: 'Project' | 'Organization';
  /** The text of a push notification: the headline and its place. */
  readonly notification: string;
  /** Those that are listed. */
  readonly items: readonly ItemView[];
  /** The one item of a message about one. */
  readonly single: ItemView | undefined;
  /** How many are not listed. */
  readonly more: number;
  /** `Rule: New issues`, or `Rules: A, B`; empty if there is no item. */
  readonly rules: string;
  /** What rules did not send before, one sentence each. */
  readonly unsent: readonly string[];
  /** Reason of all items, if they have the same. */
  readonly sharedReason: string | undefined;
  readonly links: readonly ViewLink[];
  readonly at: string;
}

/** A link to a page of Sluice. */
interface ViewLink {
  readonly label: string;
  readonly url: string;
}

const LONGEST_HEADLINE = 200;
const LONGEST_PLACE = 100;
const LONGEST_LABEL = 60;
const LONGEST_UNSENT = 300;
const MOST_RULES = 3;

/** Returns what a message says. */
export function viewOf(message: AlertMessage): MessageView {
  const { id, state, severity, at, total, organization, project } = message;
  const items = message.items.map(itemView);
  const single = items.length === 1 && total <= 1 ? items[0] : undefined;
  const reasons = new Set(items.map(({ reason }) => reason));
  const headline = cleanText(message.title, LONGEST_HEADLINE) || 'Sluice alert';
  const place = cleanText(project ?? organization, LONGEST_PLACE) || '(no name)';
  return {
    id,
    state,
    severity,
    at,
    items,
    single,
    headline,
    place,
    placeLabel: project === null ? 'Organization' : 'Project',
    notification: namesPlace({ headline, place }) ? headline : `[${place}] ${headline}`,
    more: Math.max(0, total - items.length),
    rules: rulesOf(items),
    unsent: (message.unsent ?? []).map(({ text }) => cleanText(text, LONGEST_UNSENT)),
    sharedReason: reasons.size === 1 ? [...reasons][0] : undefined,
    links: linksOf(message, single),
  };
}

/** Whether the headline says where it happened: `50 new issues in web`. */
export const namesPlace = ({ headline, place }: Pick<MessageView, 'headline' | 'place'>): boolean =>
  headline.endsWith(` in ${place}`);

/** Returns what `build` makes of as many items as `fits` accepts, at least of one; the others count as `more`. */
export function buildFitting<T>(view: MessageView, build: (view: MessageView) => T, fits: (built: T) => boolean): T {
  for (let listed = view.items.length; listed > 1; listed--) {
    const built = build(withItems(view, listed));
    if (fits(built)) return built;
  }
  return build(withItems(view, 1));
}

function withItems(view: MessageView, listed: number): MessageView {
  const items = view.items.slice(0, listed);
  return { ...view, items, more: view.more + view.items.length - items.length };
}

function rulesOf(items: readonly ItemView[]): string {
  const names = [...new Set(items.map(({ rule }) => rule))].filter((name) => name !== '');
  if (names.length === 0) return '';
  const rest = names.length > MOST_RULES ? ` and ${names.length - MOST_RULES} more` : '';
  return `${names.length === 1 ? 'Rule' : 'Rules'}: ${names.slice(0, MOST_RULES).join(', ')}${rest}`;
}

/** The page first, then what can be done. */
function linksOf({ url, items, unsent = [] }: AlertMessage, single: ItemView | undefined): ViewLink[] {
  const page = single?.url ?? safeUrl(url);
  const label = single === undefined ? 'Open in Sluice' : single.isIssue ? 'Open issue' : 'Open in Sluice';
  const links = page === undefined ? [] : [{ label, url: page }];
  const actions = items.flatMap(({ action }) => (action === undefined ? [] : [action]));
  const histories = unsent.map(({ url: history }) => ({ label: 'Show unsent firings', url: history }));
  for (const { label: name, url: given } of [...actions, ...histories]) {
    const target = safeUrl(given);
    if (target === undefined || links.length > MOST_ACTIONS) continue;
    links.push({ label: cleanText(name, LONGEST_LABEL), url: target });
  }
  return links;
}

/** One for each type of events: spike protection refuses each by itself. */
const MOST_ACTIONS = 5;
