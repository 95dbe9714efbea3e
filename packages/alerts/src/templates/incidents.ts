import type { AlertMessage } from '../alertMessage.js';
import type { ItemStory } from '../story/itemStory.js';
import type { Story } from '../story/story.js';
import { defuse } from '../text/defuse.js';
import { joined, moreLine, reasonLine, ruleLine } from './lines.js';
import { threadKey } from './threadKey.js';

/** What an incident platform is told: to open an incident of a key, or to close it. */
export interface Incident {
  readonly key: string;
  readonly action: 'open' | 'close';
  readonly title: string;
  /** Values by name, not empty. */
  readonly details: Readonly<Record<string, string>>;
  readonly url: string | undefined;
  readonly at: string;
}

/**
 * Returns one incident for each series, because its recovery closes that of its own subject, and one for all other items together.
 * A test opens an incident and closes it.
 */
export function incidentsOf(message: AlertMessage, story: Story): readonly Incident[] {
  const states = story.items.filter(({ isState }) => isState);
  const others = story.items.filter(({ isState }) => !isState);
  const ofStates = states.map((item) => ofItem(message, story, item));
  if (story.state === 'test') {
    const test = together(message, story, others);
    return [test, { ...test, action: 'close' }];
  }
  return others.length === 0 && ofStates.length > 0 ? ofStates : [...ofStates, together(message, story, others)];
}

function ofItem(message: AlertMessage, story: Story, item: ItemStory): Incident {
  return {
    key: threadKey(message, item.subject),
    action: item.isRecovered ? 'close' : 'open',
    title: defuse(story.single === undefined ? `${item.label}: ${item.title}` : story.headline),
    details: detailsOf(story, item),
    url: item.url ?? story.links[0]?.url,
    at: item.at,
  };
}

/** Under the key of the only subject, or of the message: a retry of it opens no second incident. */
function together(message: AlertMessage, story: Story, items: readonly ItemStory[]): Incident {
  const [only] = items;
  if (only !== undefined && story.single !== undefined && story.state !== 'test') return ofItem(message, story, only);
  const listed = items.map((item, index) => [`${index + 1}`, joined(item.title, item.culprit, item.summary)] as const);
  const entries = [...listed, ['More', moreLine(story)], ['Why', joined(reasonLine(story), ruleLine(story))]] as const;
  return {
    key: `message:${message.id}`,
    action: 'open',
    title: defuse(story.headline),
    details: present(entries),
    url: story.links[0]?.url,
    at: story.at,
  };
}

function detailsOf({ place }: Story, item: ItemStory): Readonly<Record<string, string>> {
  const facts = item.facts.map(({ name, value }) => [name, value] as const);
  return present([
    ['Where', place],
    ['Culprit', item.culprit],
    ['Source', item.sourceLine],
    ...facts,
    ['Reason', item.reason],
    ['Rule', item.rule],
    ['Suppressed', item.suppressed],
  ]);
}

const present = (entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(entries.filter(([, value]) => value !== '').map(([name, value]) => [name, defuse(value)]));
