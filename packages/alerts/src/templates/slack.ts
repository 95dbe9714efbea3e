import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { appearanceOf } from '../view/appearance.js';
import { buildFitting, type MessageView } from '../view/view.js';
import { cutText, escapeWithin } from '../text/cleanText.js';
import { defuse } from '../text/defuse.js';
import { escapeSlack } from '../text/escapes.js';
import {
  itemLine,
  joined,
  moreLine,
  placeBesideHeadline,
  reasonLine,
  ruleLine,
  titleBesideHeadline,
  whereLine,
} from './lines.js';
import { required, type Template } from './template.js';

const LONGEST_HEADER = 150;
const LONGEST_TEXT = 2000;

type Element = Readonly<Record<string, unknown>>;

/**
 * Block Kit. Untrusted text is only in `plain_text` and in elements of `rich_text`, where Slack reads no markup. `text` is what
 * notifications show.
 */
export const slack: Template = ({ view, secrets }) => [
  jsonRequest(
    required(secrets.url, 'secrets.url'),
    buildFitting(
      view,
      (fitted) => ({
        text: escapeWithin(fitted.notification, LONGEST_TEXT, escapeSlack),
        blocks: blocks(fitted),
        unfurl_links: false,
        unfurl_media: false,
      }),
      isSmallEnough,
    ),
  ),
];

const plain = (text: string, most: number) => ({
  type: 'plain_text',
  text: cutText(defuse(text), most),
  emoji: false,
});
const run = (text: string, style?: Element): Element => ({
  type: 'text',
  text: cutText(defuse(text), LONGEST_TEXT),
  ...(style === undefined ? {} : { style }),
});
const section = (...elements: readonly Element[]): Element => ({ type: 'rich_text_section', elements });
const richText = (...elements: readonly Element[]): Element => ({ type: 'rich_text', elements });

function blocks(view: MessageView): Element[] {
  const { single, links } = view;
  const body = single === undefined ? list(view) : details(view);
  const context = [moreLine(view), ruleLine(view)].filter((line) => line !== '');
  return [
    { type: 'header', text: plain(`${appearanceOf(view).emoji} ${view.headline}`, LONGEST_HEADER) },
    richText(...body, ...linkSection(links)),
    ...(context.length === 0 ? [] : [{ type: 'context', elements: context.map((line) => plain(line, LONGEST_TEXT)) }]),
  ];
}

/** Links instead of buttons: Slack reports the click of a button to the app, and shows a warning if the app does not answer. */
const linkSection = (links: MessageView['links']): Element[] =>
  links.length === 0
    ? []
    : [
        section(
          ...links.flatMap(({ label, url }, index) => [
            ...(index === 0 ? [] : [run(' · ')]),
            { type: 'link', url, text: cutText(defuse(label), LONGEST_TEXT), style: { bold: true } },
          ]),
        ),
      ];

function details(view: MessageView): Element[] {
  const { single } = view;
  const lines = [titleBesideHeadline(view), whereLine(view), reasonLine(view)].filter((line) => line !== '');
  const code = [single?.culprit ?? '', single?.sourceLine ?? ''].filter((line) => line !== '');
  return [
    section(run(lines.join('\n'))),
    ...(code.length === 0 ? [] : [{ type: 'rich_text_preformatted', elements: [run(code.join('\n'))] }]),
  ];
}

function list(view: MessageView): Element[] {
  const intro = joined(placeBesideHeadline(view), reasonLine(view));
  const items = view.items.map((item) => {
    const title = cutText(defuse(item.title), LONGEST_TEXT);
    const linked = item.url === undefined ? run(title, { bold: true }) : { type: 'link', url: item.url, text: title };
    const line = itemLine(view, item);
    return section(linked, ...(line === '' ? [] : [run(`\n${line}`)]));
  });
  const bullets = { type: 'rich_text_list', style: 'bullet', elements: items };
  return [...(intro === '' ? [] : [section(run(intro))]), ...(items.length === 0 ? [] : [bullets])];
}
