import type { AlertMessage } from '../alertMessage.js';
import { isSmallEnough, jsonRequest } from '../renderedRequest.js';
import { buildFitting } from '../view/view.js';
import { cleanText } from '../text/cleanText.js';
import { required, type Template } from './template.js';

/**
 * A webhook by the Standard Webhooks specification: `type`, `timestamp` and `data`. `data` is the message itself, with texts of one
 * line each; `items` has as many as fit in 20 kB. It is signed when it is sent, because the signature contains the time.
 */
export const webhook: Template = ({ message, view, secrets }) => [
  jsonRequest(
    required(secrets.url, 'secrets.url'),
    buildFitting(view, ({ items }) => payload(message, items.length), isSmallEnough),
  ),
];

const LONGEST_TEXT = 300;
const LONGEST_URL = 4000;

const payload = (message: AlertMessage, listed: number): unknown => ({
  type: `alert.${message.state}`,
  timestamp: message.at,
  data: cleaned({ ...message, items: message.items.slice(0, listed) }),
});

/** Returns a copy whose texts are cleaned and bounded. */
function cleaned(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return cleanText(value, name === 'url' ? LONGEST_URL : LONGEST_TEXT);
  if (Array.isArray(value)) return value.map((part) => cleaned(part));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleaned(part, key)]));
}
