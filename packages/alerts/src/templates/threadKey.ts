import { createHash } from 'node:crypto';
import type { AlertMessage } from '../alertMessage.js';
import { cleanText } from '../text/cleanText.js';

/** PagerDuty accepts no longer key. */
const LONGEST_KEY = 255;

/**
 * Returns the key under which platforms group what is about one subject: the subject itself if it contains an id, else with its
 * organization and project, because `drop:spike_cap:` exists in each of them. At most 255 characters without control characters.
 */
export function threadKey({ organization, project }: AlertMessage, subject: string): string {
  const scope = /^(?:issue|series|rule):/.test(subject) ? '' : `${organization}/${project ?? ''}:`;
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
