import { confirmAddress, verifyConfirmationToken, type AskedAddress } from '@sluice/alerts';
import { described, object, text } from '@sluice/api-contract';
import { ApiError, defineAccountRoute, type AccountContext, type Route } from '@sluice/management';
import { maskAddresses } from './maskAddresses.js';

const PATH = '/alerts/confirm';

const query = object({ token: described(text(300), 'Of a link in a mail.') });

interface TokenQuery {
  readonly token: string;
}

const pageOf = (baseUrl: string, token: string): string =>
  `${baseUrl}/confirm-address?token=${encodeURIComponent(token)}`;

const OUTDATED =
  'The link is not valid: it is older than a week, the address unsubscribed since, or no destination asks for it any more.';

/** @throws ApiError 404 */
async function verify(token: string, { db, clock }: AccountContext): Promise<AskedAddress> {
  const asked = await verifyConfirmationToken(db, token, clock());
  if (asked === undefined) throw new ApiError(404, 'not_found', OUTDATED);
  return asked;
}

/** @throws ApiError 404 */
async function confirm(token: string, context: AccountContext): Promise<void> {
  if (!(await confirmAddress(context.db, await verify(token, context)))) throw new ApiError(404, 'not_found', OUTDATED);
}

/** What links in mails that ask for a confirmation lead to. A `GET`, which scanners of mail send, changes nothing. */
export const confirmRoutes: readonly Route<'user' | 'anyone'>[] = [
  defineAccountRoute<TokenQuery, unknown, unknown>({
    method: 'get',
    path: PATH,
    tag: 'Alerts',
    summary: 'Open the page that confirms an address',
    description: 'Redirects to the page `/confirm-address` of the dashboard, whose button confirms. Changes nothing.',
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
    summary: 'Read what a link in a mail confirms',
    description: 'Changes nothing. 404 for a token that Sluice did not make, or that is no longer valid.',
    query,
    response: object({ organization: text(), address: described(text(), 'Masked.') }),
    handle: async ({ query: { token } }, context) => {
      const { organization, address } = await verify(token, context);
      return { body: { organization, address: maskAddresses(address) } };
    },
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Confirm that an address wants alerts',
    description:
      'No session is needed. The address gets the alerts of the organization from now on; destinations that waited for it are resumed. Repeating it changes nothing.',
    query,
    handle: async ({ query: { token } }, context) => {
      await confirm(token, context);
      return { status: 204, body: undefined };
    },
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    method: 'post',
    path: `${PATH}/form`,
    tag: 'Alerts',
    summary: 'Confirm an address by the form of the page',
    description:
      'What the page `/confirm-address` posts without JavaScript. Confirms, and redirects to the page, which says so.',
    isRedirect: true,
    query,
    handle: async ({ query: { token } }, context) => {
      await confirm(token, context);
      return {
        status: 302,
        body: undefined,
        headers: { location: `${pageOf(context.head.baseUrl, token)}&done=true` },
      };
    },
  }),
];
