import { linkApi } from '@sluice/api-contract';
import { findUser, foldEmail } from '@sluice/db';
import { LINK_LIFETIME_MS, followLink, linkNeeds, passwordResetMail, readLink } from '@sluice/identity';
import { createResetLink, endUnsentLink } from '@sluice/identity/statements';
import { type AccountContext, type Route, serve } from '@sluice/management';
import { type AccountServices, networkOf, signInDeps } from './accountServices.js';
import { startSession } from './startSession.js';

/** Links that sign in, invite and reset passwords. */
export const linkRoutes = (services: AccountServices): readonly Route<'user' | 'anyone'>[] => [
  serve(linkApi.read, async ({ body }, { db, clock, session }) => {
    const link = await readLink(db, body.token, clock());
    const needs = await linkNeeds(db, link, session?.user.email);
    return {
      body: {
        purpose: link.purpose,
        email: link.email,
        organization: link.organization?.slug ?? null,
        role: link.organization?.role ?? null,
        needsPassword: needs !== 'nothing',
        isNewPassword: needs === 'new_password',
        expiresAt: link.expiresAt.toISOString(),
      },
    };
  }),
  serve(linkApi.use, async ({ body }, context) => {
    const request = { ...body, network: networkOf(context), nowMs: context.clock(), signedIn: context.session?.user };
    const user = await followLink(signInDeps(services, context), request);
    return startSession(services, context, user.id, 'link');
  }),
  serve(linkApi.requestReset, ({ body }, context) => {
    // Not awaited: the time of the response must not reveal whether the account exists.
    void sendReset(services, context, body.email).catch((err: unknown) => {
      services.logger.error({ err }, 'cannot send the email of a password reset');
    });
    return Promise.resolve({ status: 204, body: undefined });
  }),
];

async function sendReset(services: AccountServices, context: AccountContext, text: string): Promise<void> {
  const { mailer, throttle } = services;
  if (mailer === undefined) return;
  const { db, clock } = context;
  // Every spelling of an address counts as the same one.
  const email = foldEmail(text);
  // Mail of an address is bounded like attempts to sign in, separately.
  const attempt = { email: `reset ${email}`, network: `reset ${networkOf(context)}` };
  if ((await throttle.waitMs(attempt, () => Promise.resolve(false))) > 0) return;
  throttle.recordAttempt(attempt);
  const user = await findUser(db, email);
  if (user === undefined || user.disabledAt !== null) return;
  const nowMs = clock();
  const link = await createResetLink(db, user, { nowMs, lifetimeMs: LINK_LIFETIME_MS.password_reset });
  if (link === undefined) return;
  try {
    await mailer.send(passwordResetMail(user.email, mailer.linkUrl('password_reset', link.secret)));
  } catch (error) {
    await endUnsentLink(db, link.id, nowMs);
    throw error;
  }
}
