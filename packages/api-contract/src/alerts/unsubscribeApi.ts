import type { Descriptions } from '../description.js';
import { described, nullable, object } from '../schema/shapes.js';
import { boolean, oneOf, text } from '../schema/values.js';

const PATH = '/alerts/unsubscribe';

const query = object({ token: described(text(200), 'Of a link in an email.') });

const endQuery = object(
  {
    token: described(text(200), 'Of a link in an email.'),
    all: described(
      oneOf('true'),
      'Of email to an address: it gets no alerts of any organization, and is not asked by any; default: of this one.',
    ),
  },
  ['all'],
);

/** What links that end mail lead to, and what makes an address get mail again. */
export const unsubscribeApi = {
  openPage: {
    scope: 'anyone',
    method: 'get',
    path: PATH,
    tag: 'Alerts',
    summary: 'Open the page that unsubscribes',
    description: 'Redirects to the page `/unsubscribe` of the dashboard, whose button unsubscribes. Changes nothing.',
    isRedirect: true,
    query,
  },
  inspect: {
    scope: 'anyone',
    method: 'get',
    path: `${PATH}/inspect`,
    tag: 'Alerts',
    summary: 'Read which alerts a link in an email ends',
    description: 'Changes nothing. 404 for a token that Sluice did not make, or of a user who is no longer a member.',
    query,
    response: object({
      organization: text(),
      project: described(nullable(text()), 'Slug; null: email of all projects.'),
      destination: described(
        nullable(text()),
        'Of email to an address: the name of the destination; null: email to a member.',
      ),
      address: described(nullable(text()), 'Of email to an address: masked; null if no destination has it any more.'),
      isEnded: described(boolean, 'Of email to an address: whether it has unsubscribed.'),
    }),
  },
  unsubscribe: {
    scope: 'anyone',
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Unsubscribe from email',
    description:
      'One click (RFC 8058): the body is ignored, and no session is needed. A member gets no more alerts by email; messages still reach the inbox. An address gets no more alerts of the organization, whatever destination is created for it; a destination without another address is paused, and the owners find that in their inbox. Repeating it changes nothing.',
    query: endQuery,
  },
  unsubscribeByForm: {
    scope: 'anyone',
    method: 'post',
    path: `${PATH}/form`,
    tag: 'Alerts',
    summary: 'Unsubscribe by the form of the page',
    description:
      'What the page `/unsubscribe` posts without JavaScript. Unsubscribes, and redirects to the page, which says so.',
    isRedirect: true,
    query: endQuery,
  },
  askAgain: {
    scope: 'anyone',
    method: 'post',
    path: `${PATH}/again`,
    tag: 'Alerts',
    summary: 'Ask for email after unsubscribing',
    description:
      'Of email to an address: sends it an email whose link makes it get the alerts of the organization again. 404 if no destination has the address any more; 429 `too_many` after the limit of such emails.',
    query,
  },
  askAgainByForm: {
    scope: 'anyone',
    method: 'post',
    path: `${PATH}/again/form`,
    tag: 'Alerts',
    summary: 'Ask for email by the form of the page',
    description: 'What the page `/unsubscribe` posts without JavaScript. As `…/again`, and redirects to the page.',
    isRedirect: true,
    query,
  },
} as const satisfies Descriptions;
