import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { appearanceOf } from '../view/appearance.js';
import { buildFitting, type MessageView } from '../view/view.js';
import { escapeHtml, escapeTelegram, escapeTelegramCode } from '../text/escapes.js';
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

/** Of the text without tags, in UTF-16 units. */
const LONGEST_TEXT = 4096;

/** `sendMessage` with HTML. Source lines are code, where Telegram finds no names and links. */
export const telegram: Template = ({ view, config, secrets }) => {
  const token = required(secrets.token, 'secrets.token');
  const server = (config.server ?? 'https://api.telegram.org').replace(/\/+$/, '');
  const base = {
    chat_id: required(config.chatId, 'config.chatId'),
    ...(config.threadId === undefined ? {} : { message_thread_id: config.threadId }),
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
  };
  const body = buildFitting(
    view,
    (fitted) => ({ ...base, text: text(fitted), ...keyboard(fitted) }),
    (built) => isSmallEnough(built) && shownLength(built.text) <= LONGEST_TEXT,
  );
  return [jsonRequest(`${server}/bot${pathSegment(token)}/sendMessage`, body)];
};

/** The colon of a token stays: it is written so in the documentation. */
const pathSegment = (token: string): string => encodeURIComponent(token).replaceAll('%3A', ':');

/** Units of a text as Telegram counts them: without tags, an entity is one. */
const shownLength = (html: string): number => html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '&').length;

function text(view: MessageView): string {
  const body = view.single === undefined ? list(view) : details(view);
  return [
    `${appearanceOf(view).emoji} <b>${escapeTelegram(view.headline)}</b>`,
    ...body,
    italic(ruleLine(view)),
    ...view.links.filter(({ url }) => !isForButton(url)).map(({ label, url }) => link(label, url)),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const italic = (line: string): string => (line === '' ? '' : `<i>${escapeTelegram(line)}</i>`);
const link = (label: string, url: string): string => `<a href="${escapeHtml(url)}">${escapeTelegram(label)}</a>`;

function details(view: MessageView): string[] {
  const { single } = view;
  const culprit = escapeTelegramCode(single?.culprit ?? '');
  const source = escapeTelegramCode(single?.sourceLine ?? '');
  return [
    escapeTelegram(titleBesideHeadline(view)),
    escapeTelegram(whereLine(view)),
    culprit === '' ? '' : `<code>${culprit}</code>`,
    source === '' ? '' : `<pre>${source}</pre>`,
    escapeTelegram(reasonLine(view)),
  ];
}

function list(view: MessageView): string[] {
  const items = view.items.map((item) => {
    const title = item.url === undefined ? `<b>${escapeTelegram(item.title)}</b>` : link(item.title, item.url);
    const line = escapeTelegram(itemLine(view, item));
    return `• ${title}${line === '' ? '' : `\n   ${line}`}`;
  });
  const intro = joined(placeBesideHeadline(view), reasonLine(view));
  return [escapeTelegram(intro), ...items, moreLine(view)];
}

/** Telegram refuses a whole message if a button's host is not public, so other links are in the text. */
const isForButton = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && /\.[a-z][a-z-]+$/i.test(hostname);
};

function keyboard({ links }: MessageView): { readonly reply_markup?: unknown } {
  const row = links.filter(({ url }) => isForButton(url)).map(({ label, url }) => ({ text: label, url }));
  return row.length === 0 ? {} : { reply_markup: { inline_keyboard: [row] } };
}
