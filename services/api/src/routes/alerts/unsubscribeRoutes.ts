import { pausedMessage, type AlertMessage } from '@sluice/alerts';
import {
  unsubscribe,
  unsubscribeAddress,
  verifyAddressToken,
  verifyUnsubscribeToken,
  type AddressLink,
  type Pause,
} from '@sluice/db';
import {
  ApiError,
  defineAccountRoute,
  described,
  nullable,
  object,
  text,
  type AccountContext,
  type AccountRoute,
} from '@sluice/management';
import { maskIfAny } from './maskAddresses.js';

const PATH = '/alerts/unsubscribe';

const query = object({ token: described(text(200), 'Of a link in a mail.') });

interface TokenQuery {
  readonly token: string;
}

const pageOf = (baseUrl: string, token: string): string => `${baseUrl}/unsubscribe?token=${encodeURIComponent(token)}`;

/** A link to a member, or to an address of a destination. */
async function verify(token: string, { db }: Pick<AccountContext, 'db'>) {
  const member = await verifyUnsubscribeToken(db, token);
  if (member !== undefined) return { member };
  const recipient = await verifyAddressToken(db, token);
  if (recipient !== undefined) return { recipient };
  throw new ApiError(404, 'not_found', 'The link is not valid: copy all of it from the mail.');
}

async function end(token: string, context: AccountContext): Promise<void> {
  const { member, recipient } = await verify(token, context);
  if (member !== undefined) await unsubscribe(context.db, member);
  else await unsubscribeAddress(context.db, recipient, (pause) => describePause(pause, recipient, context));
}

/** For the inbox, which links to the page itself. */
function describePause(
  pause: Pause,
  { organization, destinationId, destination }: AddressLink,
  { clock }: AccountContext,
): AlertMessage {
  const at = new Date(clock()).toISOString();
  return pausedMessage({
    ...pause,
    organization,
    destination: { id: destinationId, name: destination },
    url: null,
    at,
  });
}

/**
 * What links in mail lead to. RFC 8058: mail programs send `POST` with a form and without cookies; a `GET`, which scanners of
 * mail send, changes nothing.
 */
export const unsubscribeRoutes: readonly AccountRoute[] = [
  defineAccountRoute<TokenQuery, unknown, unknown>({
    ...{ method: 'get', path: PATH, tag: 'Alerts', summary: 'Open the page that unsubscribes' },
    description: 'Redirects to the page `/unsubscribe` of the dashboard, whose button unsubscribes. Changes nothing.',
    isRedirect: true,
    query,
    handle: ({ query: { token } }, { head }) =>
      Promise.resolve({
        ...{ status: 302 as const, body: undefined },
        headers: { location: pageOf(head.baseUrl, token) },
      }),
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    ...{ method: 'get', path: `${PATH}/inspect`, tag: 'Alerts', summary: 'Read what a link in a mail ends' },
    description: 'Changes nothing. 404 for a token that Sluice did not make, or of a user who is no longer a member.',
    query,
    response: object({
      organization: text(),
      project: described(nullable(text()), 'Slug; null: mail of all projects.'),
      destination: described(
        nullable(text()),
        'Of mail to an address: the name of the destination; null: mail to a member.',
      ),
      address: described(nullable(text()), 'Of mail to an address: masked; null if it gets no more mail already.'),
    }),
    handle: async ({ query: { token } }, context) => {
      const { member, recipient } = await verify(token, context);
      if (member !== undefined) {
        const { organization, project } = member;
        return { body: { organization, project, destination: null, address: null } };
      }
      const { organization, destination, address = null } = recipient;
      return { body: { organization, project: null, destination, address: maskIfAny(address) } };
    },
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    ...{ method: 'post', path: PATH, tag: 'Alerts', summary: 'Unsubscribe from mail' },
    description:
      'One click (RFC 8058): the body is ignored, and no session is needed. Mail to a member ends, messages still reach the inbox. An address is removed from its destination, which is paused if it was the last one; its owners find that in their inbox. Repeating it changes nothing.',
    query,
    handle: async ({ query: { token } }, context) => {
      await end(token, context);
      return { status: 204, body: undefined };
    },
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    ...{ method: 'post', path: `${PATH}/form`, tag: 'Alerts', summary: 'Unsubscribe by the form of the page' },
    description:
      'What the page `/unsubscribe` posts without JavaScript. Unsubscribes, and redirects to the page, which says so.',
    isRedirect: true,
    query,
    handle: async ({ query: { token } }, context) => {
      await end(token, context);
      const location = `${pageOf(context.head.baseUrl, token)}&ended=true`;
      return { status: 302, body: undefined, headers: { location } };
    },
  }),
];
