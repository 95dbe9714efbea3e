import type { ItemStory } from '../story/itemStory.js';
import { timeText } from '../story/numbers.js';
import type { Story } from '../story/story.js';
import { itemLine } from '../templates/lines.js';

/** The facts about one firing, with its time: a mail may be read days later. */
export const mailFacts = ({ facts, at }: ItemStory): ItemStory['facts'] => [
  ...facts,
  { name: 'Time', value: timeText(at) },
];

/** What a list says about a firing, with its time. */
export const mailLine = (story: Story, item: ItemStory): string =>
  [itemLine(story, item), timeText(item.at)].filter((part) => part !== '').join(' · ');
