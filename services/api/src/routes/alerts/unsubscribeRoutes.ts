import {
  pausedMessage,
  askAgain,
  unsubscribe,
  unsubscribeAddress,
  verifyAddressToken,
  verifyUnsubscribeToken,
} from '@sluice/alerts';
import { boolean, described, nullable, object, oneOf, text } from '@sluice/api-contract';
import { ApiError, defineAccountRoute, type AccountContext, type Route } from '@sluice/management';
import { askLimits, assertMailer, mailOrFail, type AskServices } from './askByMail.js';
import { maskIfAny } from './maskAddresses.js';

const PATH = '/alerts/unsubscribe';

const query = object({ token: described(text(200), 'Of a link in a mail.') });

const endQuery = object(
  {
    token: described(text(200), 'Of a link in a mail.'),
    all: described(
      oneOf('true'),
      'Of mail to an address: it gets no alerts of any organization, and is not asked by any; default: of this one.',
    ),
  },
  ['all'],
);

interface TokenQuery {
  readonly token: string;
}

interface EndQuery extends TokenQuery {
  readonly all?: 'true';
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

async function end({ token, all }: EndQuery, context: AccountContext): Promise<void> {
  const { member, recipient } = await verify(token, context);
  if (member !== undefined) return unsubscribe(context.db, member);
  const { organization } = recipient;
  const at = new Date(context.clock()).toISOString();
  await unsubscribeAddress(context.db, recipient, {
    ofAll: all === 'true',
    // For the inbox, which links to the page itself.
    describePause: (destination) => (pause) => pausedMessage({ ...pause, organization, destination, url: null, at }),
  });
}

/**
 * Mails a link that makes an address get alerts again, because its owner asked for it by an earlier link. The mail goes to the address, whoever
 * has the link. Does nothing if the address gets alerts already. @throws ApiError 404 or 503, TenancyError `too_many`
 */
async function askForMail(services: AskServices, token: string, { db }: AccountContext): Promise<void> {
  const { recipient } = await verify(token, { db });
  if (recipient?.address === undefined)
    throw new ApiError(404, 'not_found', 'No destination of the organization has the address any more.');
  assertMailer(services);
  const { organizationId, currentId: destinationId, address } = recipient;
  const question = await askAgain(db, { organizationId, destinationId, address }, askLimits(services.limits));
  if (question !== undefined) await mailOrFail(services, db, question);
}

/**
 * What links in mail lead to. RFC 8058: mail programs send `POST` with a form and without cookies; a `GET`, which scanners of
 * mail send, changes nothing.
 */
const endingRoutes: readonly Route<'user' | 'anyone'>[] = [
  defineAccountRoute<TokenQuery, unknown, unknown>({
    method: 'get',
    path: PATH,
    tag: 'Alerts',
    summary: 'Open the page that unsubscribes',
    description: 'Redirects to the page `/unsubscribe` of the dashboard, whose button unsubscribes. Changes nothing.',
    isRedirect: true,
    query,
    handle: ({ query: { token } }, { head }) =>
      Promise.resolve({
        status: 302 as const,
        body: undefined,
        headers: { location: pageOf(head.baseUrl, token) },
      }),
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    method: 'get',
    path: `${PATH}/inspect`,
    tag: 'Alerts',
    summary: 'Read what a link in a mail ends',
    description: 'Changes nothing. 404 for a token that Sluice did not make, or of a user who is no longer a member.',
    query,
    response: object({
      organization: text(),
      project: described(nullable(text()), 'Slug; null: mail of all projects.'),
      destination: described(
        nullable(text()),
        'Of mail to an address: the name of the destination; null: mail to a member.',
      ),
      address: described(nullable(text()), 'Of mail to an address: masked; null if no destination has it any more.'),
      isEnded: described(boolean, 'Of mail to an address: whether it has unsubscribed.'),
    }),
    handle: async ({ query: { token } }, context) => {
      const { member, recipient } = await verify(token, context);
      if (member !== undefined) {
        const { organization, project } = member;
        return { body: { organization, project, destination: null, address: null, isEnded: false } };
      }
      const { organization, destination, address = null, isEnded } = recipient;
      return { body: { organization, project: null, destination, address: maskIfAny(address), isEnded } };
    },
  }),
  defineAccountRoute<EndQuery, unknown, unknown>({
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Unsubscribe from mail',
    description:
      'One click (RFC 8058): the body is ignored, and no session is needed. Mail to a member ends, messages still reach the inbox. An address gets no more alerts of the organization, whatever destination is created for it; a destination without another address is paused, and the owners find that in their inbox. Repeating it changes nothing.',
    query: endQuery,
    handle: async ({ query: asked }, context) => {
      await end(asked, context);
      return { status: 204, body: undefined };
    },
  }),
  defineAccountRoute<EndQuery, unknown, unknown>({
    method: 'post',
    path: `${PATH}/form`,
    tag: 'Alerts',
    summary: 'Unsubscribe by the form of the page',
    description:
      'What the page `/unsubscribe` posts without JavaScript. Unsubscribes, and redirects to the page, which says so.',
    isRedirect: true,
    query: endQuery,
    handle: async ({ query: asked }, context) => {
      await end(asked, context);
      const location = `${pageOf(context.head.baseUrl, asked.token)}&ended=true`;
      return { status: 302, body: undefined, headers: { location } };
    },
  }),
];

const againRoutes = (services: AskServices): readonly Route<'user' | 'anyone'>[] => [
  defineAccountRoute<TokenQuery, unknown, unknown>({
    method: 'post',
    path: `${PATH}/again`,
    tag: 'Alerts',
    summary: 'Ask for mail after unsubscribing',
    description:
      'Of mail to an address: sends it a mail whose link makes it get the alerts of the organization again. 404 if no destination has the address any more; 429 `too_many` after the limit of such mails.',
    query,
    handle: async ({ query: { token } }, context) => {
      await askForMail(services, token, context);
      return { status: 204, body: undefined };
    },
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    method: 'post',
    path: `${PATH}/again/form`,
    tag: 'Alerts',
    summary: 'Ask for mail by the form of the page',
    description: 'What the page `/unsubscribe` posts without JavaScript. As `…/again`, and redirects to the page.',
    isRedirect: true,
    query,
    handle: async ({ query: { token } }, context) => {
      await askForMail(services, token, context);
      const location = `${pageOf(context.head.baseUrl, token)}&asked=true`;
      return { status: 302, body: undefined, headers: { location } };
    },
  }),
];

/** What links that end mail lead to, and what makes an address get mail again. */
export const unsubscribeRoutes = (services: AskServices): readonly Route<'user' | 'anyone'>[] => [
  ...endingRoutes,
  ...againRoutes(services),
];
