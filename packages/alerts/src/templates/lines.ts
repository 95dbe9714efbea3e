import type { ItemStory } from '../story/itemStory.js';
import { namesPlace, type Story } from '../story/story.js';

const BETWEEN = ' · ';

/** Returns the parts that are not empty, in one line. */
export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(BETWEEN);

/** Returns where and to how many: `web · 12 events · 5 users · production · since 1.4.1`. */
export const whereLine = ({ place, single }: Story): string => joined(place, single?.summary ?? '');

/** Returns the place, unless the headline already has it. */
export const placeBesideHeadline = (story: Story): string => (namesPlace(story) ? '' : story.place);

/** Returns the title of the only item, unless the headline already has it. */
export function titleBesideHeadline({ headline, single }: Story): string {
  return single === undefined || headline.includes(single.title) ? '' : single.title;
}

/** Returns what is said of an item of a list below its title. */
export function itemLine(story: Story, item: ItemStory): string {
  const labels = new Set(story.items.map(({ label }) => label));
  const label = labels.size > 1 ? item.label : '';
  const reason = story.sharedReason === undefined ? item.reason : '';
  return joined(label, item.culprit, item.summary, reason, item.suppressed);
}

/** Returns `and 40 more`; empty if all are listed. */
export const moreLine = ({ more }: Story): string => (more > 0 ? `and ${more} more` : '');

/** Returns why the message is sent: the reason if it is one, then the rule. */
export const reasonLine = ({ sharedReason }: Story): string => sharedReason ?? '';

/** Returns which rules fired, and what they did not report. */
export const ruleLine = ({ rules, single, unsent }: Story): string =>
  joined(rules, single?.suppressed ?? '', ...unsent);
