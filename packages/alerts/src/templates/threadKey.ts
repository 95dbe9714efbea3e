import { createHash } from 'node:crypto';
import type { AlertMessage } from '../alertMessage.js';
import { cleanText } from '../text/cleanText.js';

/** PagerDuty accepts no longer key. */
const LONGEST_KEY = 255;

/**
 * Returns the key under which platforms group what is about one subject: an issue by its id, everything else with its organization and
 * project: `drop:spike_cap:` exists in each of them, and a rule of an organization has a series in each of its projects. It has
 * no slash, which some servers refuse in a path even if it is encoded. At most 255 characters without control characters.
 */
export function threadKey({ organization, project }: AlertMessage, subject: string): string {
  const scope = /^issue:/.test(subject) ? '' : `${organization}:${project ?? ''}:`;
  const whole = scope + subject;
  const key = cleanText(whole, LONGEST_KEY);
  if (key === whole) return key;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return `${cleanText(whole, LONGEST_KEY - digest.length - 1)}#${digest}`;
}

/** Returns the key of the subject that all items of a message have; `undefined` if they have several. */
export function sharedThreadKey(message: AlertMessage): string | undefined {
  const subjects = new Set(message.items.map(({ subject }) => subject));
  const [subject] = subjects;
  return subjects.size === 1 && message.total <= message.items.length && subject !== undefined
    ? threadKey(message, subject)
    : undefined;
}
