import {
  pausedMessage,
  askAgain,
  unsubscribe,
  unsubscribeAddress,
  verifyAddressToken,
  verifyUnsubscribeToken,
} from '@sluice/alerts';
import { unsubscribeApi, type QueryOf } from '@sluice/api-contract';
import { ApiError, serve, type AccountContext, type Route } from '@sluice/management';
import { askLimits, assertMailer, mailOrFail, type AskServices } from './askByMail.js';
import { maskIfAny } from './maskAddresses.js';

type EndQuery = QueryOf<typeof unsubscribeApi.unsubscribe>;

const pageOf = (baseUrl: string, token: string): string => `${baseUrl}/unsubscribe?token=${encodeURIComponent(token)}`;

/** A link to a member, or to an address of a destination. */
async function verify(token: string, { db }: Pick<AccountContext, 'db'>) {
  const member = await verifyUnsubscribeToken(db, token);
  if (member !== undefined) return { member };
  const recipient = await verifyAddressToken(db, token);
  if (recipient !== undefined) return { recipient };
  throw new ApiError(404, 'not_found', 'The link is not valid: copy all of it from the email.');
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
  serve(unsubscribeApi.openPage, ({ query: { token } }, { head }) =>
    Promise.resolve({ status: 302, body: undefined, headers: { location: pageOf(head.baseUrl, token) } }),
  ),
  serve(unsubscribeApi.inspect, async ({ query: { token } }, context) => {
    const { member, recipient } = await verify(token, context);
    if (member !== undefined) {
      const { organization, project } = member;
      return { body: { organization, project, destination: null, address: null, isEnded: false } };
    }
    const { organization, destination, address = null, isEnded } = recipient;
    return { body: { organization, project: null, destination, address: maskIfAny(address), isEnded } };
  }),
  serve(unsubscribeApi.unsubscribe, async ({ query }, context) => {
    await end(query, context);
    return { status: 204, body: undefined };
  }),
  serve(unsubscribeApi.unsubscribeByForm, async ({ query }, context) => {
    await end(query, context);
    const location = `${pageOf(context.head.baseUrl, query.token)}&ended=true`;
    return { status: 302, body: undefined, headers: { location } };
  }),
];

const againRoutes = (services: AskServices): readonly Route<'user' | 'anyone'>[] => [
  serve(unsubscribeApi.askAgain, async ({ query: { token } }, context) => {
    await askForMail(services, token, context);
    return { status: 204, body: undefined };
  }),
  serve(unsubscribeApi.askAgainByForm, async ({ query: { token } }, context) => {
    await askForMail(services, token, context);
    const location = `${pageOf(context.head.baseUrl, token)}&asked=true`;
    return { status: 302, body: undefined, headers: { location } };
  }),
];

/** What links that end mail lead to, and what makes an address get mail again. */
export const unsubscribeRoutes = (services: AskServices): readonly Route<'user' | 'anyone'>[] => [
  ...endingRoutes,
  ...againRoutes(services),
];
