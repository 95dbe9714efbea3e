import { unsubscribe, verifyUnsubscribeToken } from '@sluice/db';
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

const PATH = '/alerts/unsubscribe';

const query = object({ token: described(text(200), 'Of a link in a mail.') });

interface TokenQuery {
  readonly token: string;
}

async function verify(token: string, { db }: Pick<AccountContext, 'db'>) {
  const link = await verifyUnsubscribeToken(db, token);
  if (link === undefined) throw new ApiError(404, 'not_found', 'The link is not valid: copy all of it from the mail.');
  return link;
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
        headers: { location: `${head.baseUrl}/unsubscribe?token=${encodeURIComponent(token)}` },
      }),
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    ...{ method: 'get', path: `${PATH}/inspect`, tag: 'Alerts', summary: 'Read what a link in a mail ends' },
    description: 'Changes nothing. 404 for a token that Sluice did not make, or of a user who is no longer a member.',
    query,
    response: object({
      organization: text(),
      project: described(nullable(text()), 'Slug; null: mail of all projects.'),
    }),
    handle: async ({ query: { token } }, context) => {
      const { organization, project } = await verify(token, context);
      return { body: { organization, project } };
    },
  }),
  defineAccountRoute<TokenQuery, unknown, unknown>({
    ...{ method: 'post', path: PATH, tag: 'Alerts', summary: 'Unsubscribe from mail' },
    description:
      'One click (RFC 8058): the body is ignored, and no session is needed. Mail ends, messages still reach the inbox. Repeating it changes nothing.',
    query,
    handle: async ({ query: { token } }, context) => {
      await unsubscribe(context.db, await verify(token, context));
      return { status: 204, body: undefined };
    },
  }),
];
