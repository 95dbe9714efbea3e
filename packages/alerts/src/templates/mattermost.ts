import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { appearanceOf } from '../view/appearance.js';
import { buildFitting, type MessageView } from '../view/view.js';
import { escapeWithin } from '../text/cleanText.js';
import { defuse, unfenced } from '../text/defuse.js';
import { escapeMattermost } from '../text/escapes.js';
import { itemLine, moreLine, reasonLine, ruleLine, titleBesideHeadline } from './lines.js';
import { required, type Template } from './template.js';

/** Old servers refuse longer attachments. */
const LONGEST_ATTACHMENT = 7900;
const LONGEST_TITLE = 400;

/** One attachment. Markdown, mentions and Slack's form of links are escaped in untrusted text. */
export const mattermost: Template = ({ view, secrets }) => [
  jsonRequest(
    required(secrets.url, 'secrets.url'),
    buildFitting(
      view,
      (fitted) => ({ attachments: [attachment(fitted)] }),
      (built) => isSmallEnough(built) && JSON.stringify(built).length <= LONGEST_ATTACHMENT,
    ),
  ),
];

function attachment(view: MessageView) {
  const { single, links } = view;
  const [page] = links;
  const title = escapeWithin(view.headline, LONGEST_TITLE, escapeMattermost);
  return {
    fallback: plain(view.notification),
    color: appearanceOf(view).color,
    title,
    ...(page === undefined ? {} : { title_link: page.url }),
    text: single === undefined ? list(view) : details(view),
    fields: (single?.facts ?? []).map(({ name, value }) => ({
      title: name,
      value: escapeMattermost(value),
      short: true,
    })),
    footer: plain([view.place, ruleLine(view)].filter((line) => line !== '').join(' · ')),
  };
}

function details(view: MessageView): string {
  const { single } = view;
  const code = [single?.culprit ?? '', single?.sourceLine ?? ''].filter((line) => line !== '');
  return [
    escapeMattermost(titleBesideHeadline(view)),
    escapeMattermost(reasonLine(view)),
    code.length === 0 ? '' : `\`\`\`js\n${inFence(code.join('\n'))}\n\`\`\``,
    view.links.map(link).join(' · '),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** For parts without Markdown. Slack's form of mentions is converted in all of them. */
const plain = (text: string): string => defuse(text).replaceAll('<', '<\u200B');
const inFence = (text: string): string => plain(unfenced(text));

function list(view: MessageView): string {
  const items = view.items.map((item) => {
    const title = escapeMattermost(item.title);
    const line = escapeMattermost(itemLine(view, item));
    return `- ${item.url === undefined ? `**${title}**` : `[${title}](${item.url})`}${line === '' ? '' : `\n  ${line}`}`;
  });
  return [escapeMattermost(reasonLine(view)), ...items, moreLine(view), view.links.map(link).join(' · ')]
    .filter((part) => part !== '')
    .join('\n');
}

const link = ({ label, url }: MessageView['links'][number]): string => `[${escapeMattermost(label)}](${url})`;
