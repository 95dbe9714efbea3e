import type { MessageView } from '../view/view.js';
import { moreLine, placeBesideHeadline, reasonLine, ruleLine, titleBesideHeadline } from '../templates/lines.js';
import { defuseMail } from '../text/defuse.js';
import { mailFacts, mailLine } from './mailFacts.js';
import { confirmLine, type MailLinks } from './confirmLine.js';

/** Returns the part of a mail in plain text. Clients find links in it, so untrusted text has none. */
export function mailText(view: MessageView, { unsubscribe, confirm }: MailLinks): string {
  const { single, links } = view;
  const blocks = [
    [view.headline],
    ...(single === undefined ? list(view) : details(view)),
    [reasonLine(view), ruleLine(view)],
  ].map((lines) => lines.map(defuseMail));
  const question = confirm === undefined ? [] : [[`${confirmLine(confirm)}:`, confirm.url]];
  const footer = [...question, ...(unsubscribe === undefined ? [] : [[`Unsubscribe: ${unsubscribe}`]])];
  return `${[...blocks, ...links.map(({ label, url }) => [`${label}:`, url]), ...footer]
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

function details(view: MessageView): string[][] {
  const { single, place, placeLabel } = view;
  const facts = (single === undefined ? [] : mailFacts(single)).map(({ name, value }) => `${name}: ${value}`);
  const source = single?.sourceLine ?? '';
  return [
    [titleBesideHeadline(view)],
    [single?.culprit ?? '', source === '' ? '' : `    ${source}`],
    [`${placeLabel}: ${place}`, ...facts],
  ];
}

const list = (view: MessageView): string[][] => [
  [placeBesideHeadline(view)],
  ...view.items.map((item) => [`- ${item.title}`, indented(mailLine(view, item))]),
  [moreLine(view)],
];

const indented = (line: string): string => (line === '' ? '' : `  ${line}`);
