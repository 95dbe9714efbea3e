import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { lookOf } from '../story/look.js';
import { buildFitting, type Story } from '../story/story.js';
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
export const discord: Template = ({ story, secrets }) => {
  const url = new URL(required(secrets.url, 'secrets.url'));
  // Without it, Discord answers before it stores the message, and reports no failure.
  url.searchParams.set('wait', 'true');
  const body = buildFitting(
    story,
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

function embed(story: Story) {
  const { single, links, at } = story;
  const [page] = links;
  return {
    title: escapeWithin(story.headline, LONGEST_TITLE, escapeDiscord),
    ...(page === undefined ? {} : { url: page.url }),
    description: single === undefined ? list(story) : details(story),
    color: Number.parseInt(lookOf(story).color.slice(1), 16),
    fields: (single?.facts ?? []).map(({ name, value }) => ({
      name: cutText(name, LONGEST_NAME),
      value: escapeWithin(value, LONGEST_VALUE, escapeDiscord),
      inline: true,
    })),
    footer: { text: cutText(defuse(footerText(story)), LONGEST_FOOTER) },
    timestamp: at,
  };
}

const footerText = (story: Story): string => [story.place, ruleLine(story)].filter((line) => line !== '').join(' · ');

function details(story: Story): string {
  const { single, links } = story;
  const code = [single?.culprit ?? '', single?.sourceLine ?? ''].filter((line) => line !== '');
  return [
    escapeDiscord(titleBesideHeadline(story)),
    escapeDiscord(reasonLine(story)),
    code.length === 0 ? '' : `\`\`\`js\n${unfenced(code.join('\n'))}\n\`\`\``,
    ...links.map(link),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function list(story: Story): string {
  const items = story.items.map((item) => {
    const title = escapeDiscord(item.title);
    const line = escapeDiscord(itemLine(story, item));
    return `- ${item.url === undefined ? `**${title}**` : `[${title}](${item.url})`}${line === '' ? '' : `\n  ${line}`}`;
  });
  return [escapeDiscord(reasonLine(story)), ...items, moreLine(story), ...story.links.map(link)]
    .filter((part) => part !== '')
    .join('\n');
}

const link = ({ label, url }: Story['links'][number]): string => `[${escapeDiscord(label)}](${url})`;
