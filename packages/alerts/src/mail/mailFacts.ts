import type { ItemView } from '../view/itemView.js';
import { timeText } from '../view/numbers.js';
import type { MessageView } from '../view/view.js';
import { itemLine } from '../templates/lines.js';

/** The facts about one firing, with its time: a mail may be read days later. */
export const mailFacts = ({ facts, at }: ItemView): ItemView['facts'] => [
  ...facts,
  { name: 'Time', value: timeText(at) },
];

/** What a list says about a firing, with its time. */
export const mailLine = (view: MessageView, item: ItemView): string =>
  [itemLine(view, item), timeText(item.at)].filter((part) => part !== '').join(' · ');
