import { userApi } from '@sluice/api-contract';
import { endSessions, inTransaction } from '@sluice/db';
import { assertUsablePassword, throttled } from '@sluice/identity';
import { changeUser, findCredentials, recordOwnChange, setPasswordHash } from '@sluice/identity/statements';
import { type AccountContext, ApiError, type Route, serve } from '@sluice/management';
import { type AccountServices, actorOf, networkOf } from './accountServices.js';
import { assertRecentSignIn } from './assertRecentSignIn.js';
import { describeUser } from './startSession.js';

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
export const userRoutes = (services: AccountServices): readonly Route<'user' | 'anyone'>[] => [
  serve(userApi.read, async (_request, context) => ({ body: await describeUser(context, context.session.user.id) })),
  serve(userApi.change, async ({ body: { name, email, password } }, context) => {
    const { user } = context.session;
    if (email !== undefined) await assertPassword(services, context, password, { ifNone: NO_PASSWORD });
    const { session } = context.session;
    const by = { actor: actorOf(context.session), sessionId: session.id, nowMs: context.clock() };
    await changeUser(context.db, user.id, { name, email, ...by });
    return { body: await describeUser(context, user.id) };
  }),
  serve(userApi.setPassword, async ({ body }, context) => {
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
  }),
];
