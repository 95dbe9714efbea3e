import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { buildFitting, type MessageView } from '../view/view.js';
import { cutBytes } from '../text/cleanText.js';
import { defuse } from '../text/defuse.js';
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

/** Bytes; ntfy turns a longer message into an attached file. */
const LONGEST_MESSAGE = 4096;
const LONGEST_TITLE = 250;
/** ntfy refuses more. */
const MOST_ACTIONS = 3;

/** JSON to the root of the server. The message is plain text. */
export const ntfy: Template = ({ view, config, secrets }) => {
  const { token } = secrets;
  const body = buildFitting(
    view,
    (fitted) => ({
      topic: required(config.topic, 'config.topic'),
      title: cutBytes(defuse(fitted.headline), LONGEST_TITLE),
      message: text(fitted),
      priority: priorityOf(fitted),
      tags: [tagOf(fitted)],
      ...linksOf(fitted),
    }),
    (built) => isSmallEnough(built) && Buffer.byteLength(built.message) <= LONGEST_MESSAGE,
  );
  const headers = token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` };
  const server = required(config.server, 'config.server').replace(/\/*$/, '/');
  return [jsonRequest(server, { ...body, message: cutBytes(body.message, LONGEST_MESSAGE) }, headers)];
};

function text(view: MessageView): string {
  const { single } = view;
  const lines =
    single === undefined
      ? [
          joined(placeBesideHeadline(view), reasonLine(view)),
          ...view.items.map((item) => `• ${joined(item.title, itemLine(view, item))}`),
          moreLine(view),
        ]
      : [titleBesideHeadline(view), whereLine(view), single.culprit, single.sourceLine, reasonLine(view)];
  return [...lines, ruleLine(view)]
    .filter((line) => line !== '')
    .map(defuse)
    .join('\n');
}

const PRIORITIES = { critical: 5, error: 4, warning: 3, info: 2 } as const;
const priorityOf = ({ state, severity }: MessageView): number =>
  state === 'recovered' || state === 'test' ? 3 : PRIORITIES[severity];

const TAGS = { critical: 'red_circle', error: 'red_circle', warning: 'orange_circle', info: 'large_blue_circle' };
function tagOf({ state, severity }: MessageView): string {
  if (state === 'recovered') return 'green_circle';
  return state === 'test' ? 'bell' : TAGS[severity];
}

function linksOf({ links }: MessageView): { readonly click?: string; readonly actions?: unknown } {
  const [page] = links;
  if (page === undefined) return {};
  return {
    click: page.url,
    actions: links.slice(0, MOST_ACTIONS).map(({ label, url }) => ({ action: 'view', label, url, clear: true })),
  };
}
