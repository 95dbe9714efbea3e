import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { lookOf } from '../story/look.js';
import { buildFitting, type Story } from '../story/story.js';
import { defuse } from '../text/defuse.js';
import { escapeHtml, withoutAngles } from '../text/escapes.js';
import { itemLine, moreLine, reasonLine, ruleLine, titleBesideHeadline } from './lines.js';
import { required, type Template } from './template.js';
import { sharedThreadKey } from './threadKey.js';

type Widget = Readonly<Record<string, unknown>>;

/** A card, in one thread per subject. Texts of cards are HTML. */
export const googleChat: Template = ({ message, story, secrets }) => {
  const url = new URL(required(secrets.url, 'secrets.url'));
  // Without it, Google Chat ignores the thread.
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  const threadKey = sharedThreadKey(message);
  const body = buildFitting(
    story,
    (fitted) => ({
      ...(threadKey === undefined ? {} : { thread: { threadKey } }),
      fallbackText: withoutAngles(fitted.notification),
      cardsV2: [{ cardId: fitted.id, card: card(fitted) }],
    }),
    isSmallEnough,
  );
  return [jsonRequest(url.href, body)];
};

const html = (text: string): string => escapeHtml(defuse(text));
const paragraph = (text: string): Widget[] => (text === '' ? [] : [{ textParagraph: { text } }]);

function card(story: Story): Widget {
  const { single, links } = story;
  const buttons = links.map(({ label, url }) => ({ text: withoutAngles(label), onClick: { openLink: { url } } }));
  const footer = [moreLine(story), ruleLine(story)].filter((line) => line !== '').map(html);
  return {
    header: {
      title: `${lookOf(story).emoji} ${withoutAngles(story.headline)}`,
      subtitle: withoutAngles(story.place),
    },
    sections: [
      {
        widgets: [
          ...(single === undefined ? list(story) : details(story)),
          ...paragraph(footer.length === 0 ? '' : `<i>${footer.join('<br>')}</i>`),
          ...(buttons.length === 0 ? [] : [{ buttonList: { buttons } }]),
        ],
      },
    ].filter(({ widgets }) => widgets.length > 0),
  };
}

function details(story: Story): Widget[] {
  const { single } = story;
  const culprit = html(single?.culprit ?? '');
  const source = html(single?.sourceLine ?? '');
  return [
    ...paragraph(html(titleBesideHeadline(story))),
    ...(culprit === '' ? [] : [{ decoratedText: { topLabel: 'Culprit', text: culprit, wrapText: true } }]),
    ...paragraph(source === '' ? '' : `<font color="#6b7280">${source}</font>`),
    ...paragraph(html(single?.summary ?? '')),
    ...paragraph(html(reasonLine(story))),
  ];
}

function list(story: Story): Widget[] {
  const items = story.items.flatMap((item) => {
    const title = item.url === undefined ? `<b>${html(item.title)}</b>` : link(item.title, item.url);
    const line = html(itemLine(story, item));
    return paragraph(line === '' ? title : `${title}<br>${line}`);
  });
  return [...paragraph(html(reasonLine(story))), ...items];
}

const link = (label: string, url: string): string => `<a href="${escapeHtml(url)}">${html(label)}</a>`;
