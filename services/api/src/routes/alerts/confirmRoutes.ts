import { confirmAddress, verifyConfirmationToken, type AskedAddress } from '@sluice/alerts';
import { confirmApi } from '@sluice/api-contract';
import { ApiError, serve, type AccountContext, type Route } from '@sluice/management';
import { maskAddresses } from './maskAddresses.js';

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
  serve(confirmApi.openPage, ({ query: { token } }, { head }) =>
    Promise.resolve({ status: 302, body: undefined, headers: { location: pageOf(head.baseUrl, token) } }),
  ),
  serve(confirmApi.inspect, async ({ query: { token } }, context) => {
    const { organization, address } = await verify(token, context);
    return { body: { organization, address: maskAddresses(address) } };
  }),
  serve(confirmApi.confirm, async ({ query: { token } }, context) => {
    await confirm(token, context);
    return { status: 204, body: undefined };
  }),
  serve(confirmApi.confirmByForm, async ({ query: { token } }, context) => {
    await confirm(token, context);
    const location = `${pageOf(context.head.baseUrl, token)}&done=true`;
    return { status: 302, body: undefined, headers: { location } };
  }),
];
