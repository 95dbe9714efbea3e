import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { appearanceOf } from '../view/appearance.js';
import { buildFitting, type MessageView } from '../view/view.js';
import { cutText, escapeWithin } from '../text/cleanText.js';
import { defuse, unfenced } from '../text/defuse.js';
import { escapeDiscord } from '../text/escapes.js';
import { itemLine, moreLine, reasonLine, ruleLine, titleBesideHeadline } from './lines.js';
import { required, type Template } from './template.js';

const LONGEST_TITLE = 256;
const LONGEST_DESCRIPTION = 4096;
const LONGEST_NAME = 256;
const LONGEST_VALUE = 1024;
const LONGEST_FOOTER = 2048;
/** Of all texts of a message. */
const LONGEST_SUM = 6000;

interface Embed {
  readonly title: string;
  readonly description: string;
  readonly fields: readonly { readonly name: string; readonly value: string; readonly inline: boolean }[];
  readonly footer: { readonly text: string };
}

/** One embed. Mentions are off; Markdown of untrusted text is escaped. */
export const discord: Template = ({ view, secrets }) => {
  const url = new URL(required(secrets.url, 'secrets.url'));
  // Without it, Discord answers before it stores the message, and reports no failure.
  url.searchParams.set('wait', 'true');
  const body = buildFitting(
    view,
    (fitted) => ({ embeds: [embed(fitted)], allowed_mentions: { parse: [] } }),
    (built) => isSmallEnough(built) && built.embeds.every(fits),
  );
  return [jsonRequest(url.href, body)];
};

function fits({ title, description, fields, footer }: Embed): boolean {
  const texts = [title, description, footer.text, ...fields.flatMap(({ name, value }) => [name, value])];
  const sum = texts.reduce((total, text) => total + text.length, 0);
  return sum <= LONGEST_SUM && description.length <= LONGEST_DESCRIPTION;
}

function embed(view: MessageView) {
  const { single, links, at } = view;
  const [page] = links;
  return {
    title: escapeWithin(view.headline, LONGEST_TITLE, escapeDiscord),
    ...(page === undefined ? {} : { url: page.url }),
    description: single === undefined ? list(view) : details(view),
    color: Number.parseInt(appearanceOf(view).color.slice(1), 16),
    fields: (single?.facts ?? []).map(({ name, value }) => ({
      name: cutText(name, LONGEST_NAME),
      value: escapeWithin(value, LONGEST_VALUE, escapeDiscord),
      inline: true,
    })),
    footer: { text: cutText(defuse(footerText(view)), LONGEST_FOOTER) },
    timestamp: at,
  };
}

const footerText = (view: MessageView): string =>
  [view.place, ruleLine(view)].filter((line) => line !== '').join(' · ');

function details(view: MessageView): string {
  const { single, links } = view;
  const code = [single?.culprit ?? '', single?.sourceLine ?? ''].filter((line) => line !== '');
  return [
    escapeDiscord(titleBesideHeadline(view)),
    escapeDiscord(reasonLine(view)),
    code.length === 0 ? '' : `\`\`\`js\n${unfenced(code.join('\n'))}\n\`\`\``,
    ...links.map(link),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function list(view: MessageView): string {
  const items = view.items.map((item) => {
    const title = escapeDiscord(item.title);
    const line = escapeDiscord(itemLine(view, item));
    return `- ${item.url === undefined ? `**${title}**` : `[${title}](${item.url})`}${line === '' ? '' : `\n  ${line}`}`;
  });
  return [escapeDiscord(reasonLine(view)), ...items, moreLine(view), ...view.links.map(link)]
    .filter((part) => part !== '')
    .join('\n');
}

const link = ({ label, url }: MessageView['links'][number]): string => `[${escapeDiscord(label)}](${url})`;
