import type { ItemView } from '../view/itemView.js';
import { namesPlace, type MessageView } from '../view/view.js';

const BETWEEN = ' · ';

/** Returns the parts that are not empty, in one line. */
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(BETWEEN);

/** Returns where and to how many: `web · 12 events · 5 users · production · since 1.4.1`. */
export const whereLine = ({ place, single }: MessageView): string => joined(place, single?.summary ?? '');

/** Returns the place, unless the headline already has it. */
export const placeBesideHeadline = (view: MessageView): string => (namesPlace(view) ? '' : view.place);

/** Returns the title of the only item, unless the headline already has it. */
export function titleBesideHeadline({ headline, single }: MessageView): string {
  return single === undefined || headline.includes(single.title) ? '' : single.title;
}

/** Returns what is said of an item of a list below its title. */
export function itemLine(view: MessageView, item: ItemView): string {
  const labels = new Set(view.items.map(({ label }) => label));
  const label = labels.size > 1 ? item.label : '';
  const reason = view.sharedReason === undefined ? item.reason : '';
  return joined(label, item.culprit, item.summary, reason, item.suppressed);
}

/** Returns `and 40 more`; empty if all are listed. */
export const moreLine = ({ more }: MessageView): string => (more > 0 ? `and ${more} more` : '');

/** Returns why the message is sent: the reason if it is one, then the rule. */
export const reasonLine = ({ sharedReason }: MessageView): string => sharedReason ?? '';

/** Returns which rules fired, and what they did not report. */
export const ruleLine = ({ rules, single, unsent }: MessageView): string =>
  joined(rules, single?.suppressed ?? '', ...unsent);
