import { sessionApi } from '@sluice/api-contract';
import { endSessions } from '@sluice/db';
import { signIn } from '@sluice/identity';
import { clearSessionCookie, type Route, serve } from '@sluice/management';
import { networkOf, signInDeps, type AccountServices } from './accountServices.js';
import { describeSession, startSession } from './startSession.js';

/** Signing in and out. */
export const sessionRoutes = (services: AccountServices): readonly Route<'user' | 'anyone'>[] => [
  serve(sessionApi.read, async (_request, context) => {
    const { user, session, secret } = context.session;
    const opened = { userId: user.id, secret, expiresAt: session.expiresAt };
    return { body: await describeSession(services, context, opened) };
  }),
  serve(sessionApi.signIn, async ({ body }, context) => {
    const request = { ...body, network: networkOf(context), nowMs: context.clock() };
    const user = await signIn(signInDeps(services, context), request);
    return startSession(services, context, user.id, 'password');
  }),
  serve(sessionApi.signOut, async (_request, { db, clock, head, session: { user, session } }) => {
    await endSessions(db, user.id, { only: session.id }, clock());
    return { status: 204, body: undefined, headers: { 'set-cookie': clearSessionCookie(head) } };
  }),
  serve(sessionApi.readOptions, () => {
    const { oidc, mailer } = services;
    const providers = oidc === undefined ? [] : [{ id: oidc.id, name: oidc.name }];
    return Promise.resolve({ body: { password: true, providers, mail: mailer !== undefined } });
  }),
];
