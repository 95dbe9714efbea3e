import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { appearanceOf } from '../view/appearance.js';
import { buildFitting, type MessageView } from '../view/view.js';
import { defuse } from '../text/defuse.js';
import { escapeHtml, withoutAngles } from '../text/escapes.js';
import { itemLine, moreLine, reasonLine, ruleLine, titleBesideHeadline } from './lines.js';
import { required, type Template } from './template.js';
import { sharedThreadKey } from './threadKey.js';

type Widget = Readonly<Record<string, unknown>>;

/** A card, in one thread per subject. Texts of cards are HTML. */
export const googleChat: Template = ({ message, view, secrets }) => {
  const url = new URL(required(secrets.url, 'secrets.url'));
  // Without it, Google Chat ignores the thread.
  url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
  const threadKey = sharedThreadKey(message);
  const body = buildFitting(
    view,
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

function card(view: MessageView): Widget {
  const { single, links } = view;
  const buttons = links.map(({ label, url }) => ({ text: withoutAngles(label), onClick: { openLink: { url } } }));
  const footer = [moreLine(view), ruleLine(view)].filter((line) => line !== '').map(html);
  return {
    header: {
      title: `${appearanceOf(view).emoji} ${withoutAngles(view.headline)}`,
      subtitle: withoutAngles(view.place),
    },
    sections: [
      {
        widgets: [
          ...(single === undefined ? list(view) : details(view)),
          ...paragraph(footer.length === 0 ? '' : `<i>${footer.join('<br>')}</i>`),
          ...(buttons.length === 0 ? [] : [{ buttonList: { buttons } }]),
        ],
      },
    ].filter(({ widgets }) => widgets.length > 0),
  };
}

function details(view: MessageView): Widget[] {
  const { single } = view;
  const culprit = html(single?.culprit ?? '');
  const source = html(single?.sourceLine ?? '');
  return [
    ...paragraph(html(titleBesideHeadline(view))),
    ...(culprit === '' ? [] : [{ decoratedText: { topLabel: 'Culprit', text: culprit, wrapText: true } }]),
    ...paragraph(source === '' ? '' : `<font color="#6b7280">${source}</font>`),
    ...paragraph(html(single?.summary ?? '')),
    ...paragraph(html(reasonLine(view))),
  ];
}

function list(view: MessageView): Widget[] {
  const items = view.items.flatMap((item) => {
    const title = item.url === undefined ? `<b>${html(item.title)}</b>` : link(item.title, item.url);
    const line = html(itemLine(view, item));
    return paragraph(line === '' ? title : `${title}<br>${line}`);
  });
  return [...paragraph(html(reasonLine(view))), ...items];
}

const link = (label: string, url: string): string => `<a href="${escapeHtml(url)}">${html(label)}</a>`;
