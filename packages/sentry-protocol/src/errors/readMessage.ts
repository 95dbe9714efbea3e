import { isObject, LIMITS, type UnknownObject } from '@sluice/contract';
import { jsonTextOf, textOf } from '../values/read.js';

/** Returns the text of the event's `logentry` or `message`, its parameters filled in; `undefined` if it has none. */
export function readMessage({ logentry, message }: UnknownObject): string | undefined {
  return messageOf(logentry) ?? messageOf(message);
}

function messageOf(given: unknown): string | undefined {
  if (!isObject(given)) return textOf(given);
  const template = textOf(given['message']);
  return textOf(given['formatted']) ?? (template === undefined ? undefined : fillIn(template, given['params']));
}

/** `%s`, `%(name)s`, `{}`, `{0}` and `{name}`. */
const PLACEHOLDER = /%%|%(?:\((\w{1,50})\))?[a-zA-Z]|\{(\w{0,50})\}/g;

/**
 * Returns a template with its parameters, a list or an object; a placeholder without one stays. The parameters add as many characters
 * as a message may have: a template may repeat a long one often.
 */
function fillIn(template: string, params: unknown): string {
  const named = Array.isArray(params) || isObject(params) ? (params as UnknownObject) : {};
  if (Object.keys(named).length === 0) return template;
  let position = 0;
  let room: number = LIMITS.cutMessage;
  return template.replace(PLACEHOLDER, (placeholder, name: string | undefined, braced: string | undefined) => {
    if (placeholder === '%%') return '%';
    const key = name ?? (braced === undefined || braced === '' ? String(position++) : braced);
    if (room === 0 || !Object.hasOwn(named, key)) return placeholder;
    const text = (jsonTextOf(named[key]) ?? 'null').slice(0, room);
    room -= text.length;
    return text;
  });
}
