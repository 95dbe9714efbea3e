import { AUDIENCES, type Audience } from '@sluice/contract';
import { asked, described, stated, whole, word, type Field, type FieldRule } from '../fields/field.js';

const MOST_ADDRESSES = 20;
const LONGEST_ADDRESS = 254;
/** One `@` between texts without what separates or quotes addresses: what a mail server can refuse by itself. */
const ADDRESS = /^[^\s\p{Cc}@<>,;:"()[\]\\]{1,64}@[^\s\p{Cc}@<>,;:"()[\]\\]+$/u;
const NUMERIC_CHAT = /^-?\d{1,20}$/;
const PUBLIC_CHAT = /^@[A-Za-z]\w{3,63}$/;

/** Whether the id of a chat is a number: only such a chat has threads. */
export const isNumericChat = (chatId: string): boolean => NUMERIC_CHAT.test(chatId);

const matching =
  (...forms: readonly RegExp[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && forms.some((form) => form.test(value));

/** A URL of a web server, as far as the text says. */
const webUrl: FieldRule = {
  expectation: 'an https URL',
  accepts: (value) => typeof value === 'string' && !/[\s\p{Cc}]/u.test(value) && /^https?:$/.test(protocolOf(value)),
};

function protocolOf(url: string): string {
  try {
    return new URL(url).protocol;
  } catch {
    return '';
  }
}

/** Names of audiences. */
export const AUDIENCE_WORDS: Readonly<Record<Audience, string>> = {
  owners: 'owners of the organization',
  admins: 'admins and owners',
  members: 'all members',
  assignee: 'the assignee of the issue',
};

function addressProblems(value: unknown, path: string): readonly string[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const isCountable = given.length > 0 && given.length <= MOST_ADDRESSES;
  const isAddress = (one: unknown): boolean => matching(ADDRESS)(one) && String(one).length <= LONGEST_ADDRESS;
  return [
    ...(isCountable ? [] : [`${path}: must have 1 to ${MOST_ADDRESSES} addresses`]),
    ...(new Set(given).size === given.length ? [] : [`${path}: must not name an address twice`]),
    ...given.flatMap((one, index) => (isAddress(one) ? [] : [`${path}[${index}]: must be an email address`])),
  ];
}

const text = (maxLength: number, rule: FieldRule): Field<string> => ({
  schema: { type: 'string', maxLength },
  ...rule,
});

/** What is set of destinations and is no secret, of all kinds, in the order of the documentation. */
export const CONFIG_FIELDS = {
  audience: described(
    asked(
      { ...word(...AUDIENCES), expectation: `one of ${AUDIENCES.join(', ')}` },
      { label: 'Members', words: AUDIENCE_WORDS },
    ),
    '`members`. `assignee`: of each issue.',
  ),
  addresses: described(
    asked<Field<readonly string[]>>(
      {
        schema: { type: 'array', items: { type: 'string', maxLength: 320 } },
        expectation: 'a list of addresses',
        accepts: (value) => addressProblems(value, '').length === 0,
        problemsAt: addressProblems,
      },
      { label: 'Email addresses', hint: 'One per line.', placeholder: 'oncall@example.com' },
    ),
    '`email`: up to 20 addresses. Masked for those who may not change destinations.',
  ),
  chatId: described(
    asked(text(200, { expectation: 'a number or "@" and a name', accepts: matching(NUMERIC_CHAT, PUBLIC_CHAT) }), {
      label: 'Chat',
      hint: 'Its id, such as -1001234567890, or the @name of a public channel.',
    }),
    '`telegram`: id or `@name` of the chat.',
  ),
  threadId: described(
    asked(
      { ...whole(1, 2_147_483_647), expectation: 'a positive integer' },
      {
        label: 'Topic of the group',
        hint: 'Its number. Leave empty for none.',
      },
    ),
    '`telegram`: thread of a group.',
  ),
  server: described(
    text(500, webUrl),
    '`ntfy`: `https://ntfy.sh` or another server. `opsgenie`: `https://api.opsgenie.com` or `https://api.eu.opsgenie.com`.',
  ),
  topic: described(
    asked(text(64, stated('must have 1 to 64 letters, digits, "-" or "_"', matching(/^[-_A-Za-z0-9]{1,64}$/))), {
      label: 'Topic',
      hint: 'Letters, digits, _ and -.',
    }),
    '`ntfy`. A secret: responses have the last four characters of a long one. Sent back as shown, the stored one stays.',
  ),
};

/** The URL of a receiver, which is a secret. @param placeholder what it looks like */
export const secretUrl = (placeholder: string): Field<string> =>
  asked({ schema: { type: 'string' }, ...webUrl }, { label: 'URL', type: 'url', placeholder });

/** A token or key. @param label what the platform calls it @param form default: what a header can carry */
export const secretToken = (label: string, form?: RegExp, expectation = ''): Field<string> => {
  const rule = form === undefined ? PRINTABLE : { expectation, accepts: matching(form) };
  return asked({ schema: { type: 'string' }, ...rule }, { label });
};

const PRINTABLE = stated('must have 1 to 200 printable characters', matching(/^[\x21-\x7e]{1,200}$/));
