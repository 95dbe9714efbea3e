import { ROLES } from '@sluice/contract';
import { createResetLink, endUnsentLink } from '@sluice/identity/statements';
import { findUser, foldEmail } from '@sluice/db';
import {
  followLink,
  LINK_LIFETIME_MS,
  linkNeeds,
  passwordResetMail,
  PASSWORD_LENGTH,
  readLink,
} from '@sluice/identity';
import {
  boolean,
  defineAccountRoute,
  described,
  nullable,
  object,
  oneOf,
  text,
  time,
  type AccountContext,
  type AccountRoute,
} from '@sluice/management';
import { networkOf, signInDeps, type AccountServices } from './accountServices.js';
import { MAX_CODE, MAX_EMAIL } from './sessionRoutes.js';
import { sessionSchema, startSession } from './startSession.js';

const token = text(100);

const linkSchema = object({
  purpose: oneOf('sign_in', 'invitation', 'password_reset'),
  email: text(),
  organization: described(nullable(text()), 'Of an invitation.'),
  role: described(nullable(oneOf(...ROLES)), 'Of an invitation.'),
  needsPassword: described(boolean, 'Whether `POST /links/use` needs a password.'),
  isNewPassword: described(boolean, 'Whether that is a new password, not the one of an existing account.'),
  expiresAt: time,
});

interface UseBody {
  readonly token: string;
  readonly name?: string;
  readonly password?: string;
  readonly code?: string;
}

/** Links that sign in, invite and reset passwords. */
export const linkRoutes = (services: AccountServices): readonly AccountRoute[] => [
  defineAccountRoute<unknown, { readonly token: string }, unknown>({
    method: 'post',
    path: '/links/inspect',
    tag: 'Account',
    summary: 'Read what a link does',
    description: 'Changes nothing. 404 `link_expired` if it has expired or was used.',
    body: object({ token }),
    response: linkSchema,
    handle: async ({ body }, { db, clock, session }) => {
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
    },
  }),
  defineAccountRoute<unknown, UseBody, unknown>({
    method: 'post',
    path: '/links/use',
    tag: 'Account',
    summary: 'Use a link',
    description: 'Signs in. A link works once; 404 `link_expired` afterwards.',
    body: object({ token, name: text(200), password: text(PASSWORD_LENGTH.max), code: text(MAX_CODE) }, [
      'name',
      'password',
      'code',
    ]),
    response: sessionSchema,
    isUnlimited: true,
    handle: async ({ body }, context) => {
      const request = { ...body, network: networkOf(context), nowMs: context.clock(), signedIn: context.session?.user };
      const user = await followLink(signInDeps(services, context), request);
      return startSession(services, context, user.id, 'link');
    },
  }),
  defineAccountRoute<unknown, { readonly email: string }, unknown>({
    method: 'post',
    path: '/password-resets',
    tag: 'Account',
    summary: 'Ask for a link that resets a password',
    description:
      'Sends mail if there is such an account, a mail server and `PUBLIC_URL`, and if fewer than five of these links are open. The response is the same if not. ' +
      'Earlier links stay valid until one is used, the password changes or an hour has passed.',
    body: object({ email: text(MAX_EMAIL) }),
    handle: ({ body }, context) => {
      // Not awaited: the time of the response must not reveal whether the account exists.
      void sendReset(services, context, body.email).catch((err: unknown) => {
        services.logger.error({ err }, 'cannot send the mail of a password reset');
      });
      return Promise.resolve({ status: 204, body: undefined });
    },
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
