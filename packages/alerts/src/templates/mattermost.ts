import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { lookOf } from '../story/look.js';
import { buildFitting, type Story } from '../story/story.js';
import { escapeWithin } from '../text/cleanText.js';
import { defuse, unfenced } from '../text/defuse.js';
import { escapeMattermost } from '../text/escapes.js';
import { itemLine, moreLine, reasonLine, ruleLine, titleBesideHeadline } from './lines.js';
import { required, type Template } from './template.js';

/** Old servers refuse longer attachments. */
const LONGEST_ATTACHMENT = 7900;
const LONGEST_TITLE = 400;

/** One attachment. Markdown, mentions and Slack's form of links are escaped in untrusted text. */
export const mattermost: Template = ({ story, secrets }) => [
  jsonRequest(
    required(secrets.url, 'secrets.url'),
    buildFitting(
      story,
      (fitted) => ({ attachments: [attachment(fitted)] }),
      (built) => isSmallEnough(built) && JSON.stringify(built).length <= LONGEST_ATTACHMENT,
    ),
  ),
];

function attachment(story: Story) {
  const { single, links } = story;
  const [page] = links;
  const title = escapeWithin(story.headline, LONGEST_TITLE, escapeMattermost);
  return {
    fallback: plain(story.notification),
    color: lookOf(story).color,
    title,
    ...(page === undefined ? {} : { title_link: page.url }),
    text: single === undefined ? list(story) : details(story),
    fields: (single?.facts ?? []).map(({ name, value }) => ({
      title: name,
      value: escapeMattermost(value),
      short: true,
    })),
    footer: plain([story.place, ruleLine(story)].filter((line) => line !== '').join(' · ')),
  };
}

function details(story: Story): string {
  const { single } = story;
  const code = [single?.culprit ?? '', single?.sourceLine ?? ''].filter((line) => line !== '');
  return [
    escapeMattermost(titleBesideHeadline(story)),
    escapeMattermost(reasonLine(story)),
    code.length === 0 ? '' : `\`\`\`js\n${inFence(code.join('\n'))}\n\`\`\``,
    story.links.map(link).join(' · '),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** For parts without Markdown. Slack's form of mentions is converted in all of them. */
const plain = (text: string): string => defuse(text).replaceAll('<', '<\u200B');
const inFence = (text: string): string => plain(unfenced(text));

function list(story: Story): string {
  const items = story.items.map((item) => {
    const title = escapeMattermost(item.title);
    const line = escapeMattermost(itemLine(story, item));
    return `- ${item.url === undefined ? `**${title}**` : `[${title}](${item.url})`}${line === '' ? '' : `\n  ${line}`}`;
  });
  return [escapeMattermost(reasonLine(story)), ...items, moreLine(story), story.links.map(link).join(' · ')]
    .filter((part) => part !== '')
    .join('\n');
}

const link = ({ label, url }: Story['links'][number]): string => `[${escapeMattermost(label)}](${url})`;
