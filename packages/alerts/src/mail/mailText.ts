import type { Story } from '../story/story.js';
import { moreLine, placeBesideHeadline, reasonLine, ruleLine, titleBesideHeadline } from '../templates/lines.js';
import { defuseMail } from '../text/defuse.js';
import { mailFacts, mailLine } from './mailFacts.js';
import { confirmLine, type MailLinks } from './confirmLine.js';

/** Returns the part of a mail in plain text. Clients find links in it, so untrusted text has none. */
export function mailText(story: Story, { unsubscribe, confirm }: MailLinks): string {
  const { single, links } = story;
  const blocks = [
    [story.headline],
    ...(single === undefined ? list(story) : details(story)),
    [reasonLine(story), ruleLine(story)],
  ].map((lines) => lines.map(defuseMail));
  const question = confirm === undefined ? [] : [[`${confirmLine(confirm)}:`, confirm.url]];
  const footer = [...question, ...(unsubscribe === undefined ? [] : [[`Unsubscribe: ${unsubscribe}`]])];
  return `${[...blocks, ...links.map(({ label, url }) => [`${label}:`, url]), ...footer]
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

function details(story: Story): string[][] {
  const { single, place, placeLabel } = story;
  const facts = (single === undefined ? [] : mailFacts(single)).map(({ name, value }) => `${name}: ${value}`);
  const source = single?.sourceLine ?? '';
  return [
    [titleBesideHeadline(story)],
    [single?.culprit ?? '', source === '' ? '' : `    ${source}`],
    [`${placeLabel}: ${place}`, ...facts],
  ];
}

const list = (story: Story): string[][] => [
  [placeBesideHeadline(story)],
  ...story.items.map((item) => [`- ${item.title}`, indented(mailLine(story, item))]),
  [moreLine(story)],
];

const indented = (line: string): string => (line === '' ? '' : `  ${line}`);
