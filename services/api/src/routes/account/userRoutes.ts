import { endSessions, inTransaction } from '@sluice/db';
import { changeUser, findCredentials, recordOwnChange, setPasswordHash } from '@sluice/identity/statements';
import { assertUsablePassword, PASSWORD_LENGTH, throttled } from '@sluice/identity';
import { ApiError, defineUserRoute, object, text, type AccountContext, type AccountRoute } from '@sluice/management';
import { actorOf, networkOf, type AccountServices } from './accountServices.js';
import { assertRecentSignIn } from './assertRecentSignIn.js';
import { MAX_EMAIL } from './sessionRoutes.js';
import { describeUser, userSchema } from './startSession.js';

interface ProfileBody {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
}

const NO_PASSWORD = new ApiError(
  403,
  'no_password',
  'Another email address needs the current password. Set one first (`POST /user/password`).',
);

/**
 * Requires the current password of a user who has one, otherwise a recent sign-in.
 * @throws ApiError 403 `wrong_password` or 429; without a password `ifNone`, or 403 `recent_sign_in_required`
 */
export async function assertPassword(
  { passwords, throttle, config }: AccountServices,
  context: AccountContext,
  password: string | undefined,
  { ifNone }: { readonly ifNone?: ApiError } = {},
): Promise<void> {
  const userId = context.session?.user.id ?? '';
  const credentials = await findCredentials(context.db, { userId });
  if (credentials === undefined || credentials.passwordHash === null) {
    if (ifNone !== undefined) throw ifNone;
    assertRecentSignIn({ config }, context);
    return;
  }
  const attempt = { email: `user ${userId}`, network: `user ${userId}` };
  await throttled(throttle, attempt, async () => {
    const isSame = await passwords.verify(credentials.passwordHash, password ?? '', networkOf(context));
    if (!isSame) throw new ApiError(403, 'wrong_password', 'The current password is wrong.');
  });
}

/** The user's own account. */
export const userRoutes = (services: AccountServices): readonly AccountRoute[] => [
  defineUserRoute({
    method: 'get',
    path: '/user',
    tag: 'Account',
    summary: 'Read the signed-in user',
    response: userSchema,
    handle: async (_request, context) => ({ body: await describeUser(context, context.session.user.id) }),
  }),
  defineUserRoute<unknown, ProfileBody, unknown>({
    method: 'patch',
    path: '/user',
    tag: 'Account',
    summary: 'Change name or email address',
    description:
      'Another email address needs the current password (403 `no_password` if none is set). It is unverified, all other sessions end, and the links ' +
      'that were sent to the old one stop working. The audit logs of the organizations record the change.',
    body: object({ name: text(200), email: text(MAX_EMAIL), password: text(PASSWORD_LENGTH.max) }, [
      'name',
      'email',
      'password',
    ]),
    response: userSchema,
    isUnlimited: true,
    handle: async ({ body: { name, email, password } }, context) => {
      const { user } = context.session;
      if (email !== undefined) await assertPassword(services, context, password, { ifNone: NO_PASSWORD });
      const { session } = context.session;
      const by = { actor: actorOf(context.session), sessionId: session.id, nowMs: context.clock() };
      await changeUser(context.db, user.id, { name, email, ...by });
      return { body: await describeUser(context, user.id) };
    },
  }),
  defineUserRoute<unknown, { readonly current?: string; readonly next: string }, unknown>({
    method: 'post',
    path: '/user/password',
    tag: 'Account',
    summary: 'Set a password',
    description:
      'Ends all other sessions. `current` is needed if there is a password, otherwise a recent sign-in (403 `recent_sign_in_required`).',
    body: object({ current: text(PASSWORD_LENGTH.max), next: text(PASSWORD_LENGTH.max) }, ['current']),
    isUnlimited: true,
    handle: async ({ body }, context) => {
      const { db, clock, session } = context;
      await assertPassword(services, context, body.current);
      assertUsablePassword(body.next, session.user.email);
      const passwordHash = await services.passwords.hash(body.next, networkOf(context));
      await inTransaction(db, async (tx) => {
        await setPasswordHash(tx, session.user.id, passwordHash);
        await endSessions(tx, session.user.id, { allBut: session.session.id }, clock());
        await recordOwnChange(tx, session.user, { action: 'member.password', actor: actorOf(session) });
      });
      return { status: 204, body: undefined };
    },
  }),
];
