import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { buildFitting, type MessageView } from '../view/view.js';
import { defuse } from '../text/defuse.js';
import {
  itemLine,
  moreLine,
  placeBesideHeadline,
  reasonLine,
  ruleLine,
  titleBesideHeadline,
  whereLine,
} from './lines.js';
import { required, type Template } from './template.js';

type Element = Readonly<Record<string, unknown>>;

/** An Adaptive Card for a workflow. Untrusted text is only in text runs, where Teams reads no Markdown. */
export const teams: Template = ({ view, secrets }) => [
  jsonRequest(
    required(secrets.url, 'secrets.url'),
    buildFitting(
      view,
      (fitted) => ({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: card(fitted),
          },
        ],
      }),
      isSmallEnough,
    ),
  ),
];

function card(view: MessageView): Element {
  const { single, links } = view;
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block([run(view.headline, { size: 'Large', weight: 'Bolder', color: colorOf(view) })]),
      ...(single === undefined ? list(view) : details(view)),
      ...subtle(moreLine(view)),
      ...subtle(ruleLine(view)),
    ],
    actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
    msteams: { width: 'Full' },
  };
}

const run = (text: string, style: Element = {}): Element => ({ type: 'TextRun', text: defuse(text), ...style });
const block = (inlines: readonly Element[], style: Element = {}): Element => ({
  type: 'RichTextBlock',
  inlines,
  ...style,
});
const line = (text: string, style?: Element): Element[] => (text === '' ? [] : [block([run(text, style)])]);
const subtle = (text: string): Element[] =>
  text === '' ? [] : [block([run(text, { isSubtle: true, size: 'Small' })], { spacing: 'Small' })];

const COLORS = { critical: 'Attention', error: 'Attention', warning: 'Warning', info: 'Accent' } as const;
function colorOf({ state, severity }: MessageView): string {
  if (state === 'recovered') return 'Good';
  return state === 'test' ? 'Default' : COLORS[severity];
}

function details(view: MessageView): Element[] {
  const { single } = view;
  const code = [...line(single?.culprit ?? '', MONOSPACE), ...line(single?.sourceLine ?? '', MONOSPACE)];
  return [
    ...line(titleBesideHeadline(view), { weight: 'Bolder' }),
    ...line(whereLine(view), { isSubtle: true }),
    ...(code.length === 0 ? [] : [{ type: 'Container', style: 'emphasis', items: code }]),
    ...line(reasonLine(view)),
  ];
}

const MONOSPACE = { fontType: 'Monospace' };

function list(view: MessageView): Element[] {
  const items = view.items.flatMap((item) => {
    const open = item.url === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url: item.url } };
    return [block([run(item.title, { weight: 'Bolder', ...open })]), ...subtle(itemLine(view, item))];
  });
  return [...subtle(placeBesideHeadline(view)), ...line(reasonLine(view)), ...items];
}
