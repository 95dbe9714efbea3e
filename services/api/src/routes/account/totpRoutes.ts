import { totpApi } from '@sluice/api-contract';
import {
  confirmTotp,
  findCredentials,
  proposeTotp,
  readProposedTotp,
  recordOwnChange,
  removeTotp,
} from '@sluice/identity/statements';
import { inTransaction, type Database, type SignedIn } from '@sluice/db';
import {
  assertCode,
  newRecoveryCodes,
  newTotpSecret,
  recoveryDigest,
  stepOfCode,
  throttled,
  totpUri,
} from '@sluice/identity';
import { ApiError, type Route, serve } from '@sluice/management';
import { actorOf, type AccountServices } from './accountServices.js';
import { assertPassword } from './userRoutes.js';

const ON_ALREADY = new ApiError(409, 'totp_is_on', 'One-time codes are on already; turn them off first.');
const WRONG_CODE = new ApiError(
  422,
  'invalid_code',
  'The code is wrong or has expired; check the clock of the device.',
);

/** One-time codes. */
export const totpRoutes = (services: AccountServices): readonly Route<'user' | 'anyone'>[] => [
  serve(totpApi.begin, async ({ body }, context) => {
    const { user } = context.session;
    await assertPassword(services, context, body.password);
    const secret = newTotpSecret();
    if (!(await proposeTotp(context.db, user.id, secret))) throw ON_ALREADY;
    return { body: { secret, uri: totpUri(secret, user.email) } };
  }),
  serve(totpApi.confirm, async ({ body }, { db, clock, session }) => {
    const { user } = session;
    const nowMs = clock();
    const secret = await readProposedTotp(db, user.id);
    const step = secret === undefined ? undefined : stepOfCode(secret, body.code, nowMs);
    if (secret === undefined || step === undefined) throw WRONG_CODE;
    const recoveryCodes = newRecoveryCodes();
    const confirmed = { secret, step, recoveryDigests: recoveryCodes.map(recoveryDigest), nowMs };
    await inTransaction(db, async (tx) => {
      if (!(await confirmTotp(tx, user.id, confirmed))) throw ON_ALREADY;
      const after = { oneTimeCodes: true };
      await recordOwnChange(tx, user, { action: 'member.totp', actor: actorOf(session), after });
    });
    return { body: { recoveryCodes } };
  }),
  serve(totpApi.turnOff, async ({ body }, context) => {
    const { db, clock, session } = context;
    const credentials = await findCredentials(db, { userId: session.user.id });
    if (credentials !== undefined) {
      const needsCode = body.code !== undefined || credentials.passwordHash === null;
      const attempt = { email: `user ${session.user.id}`, network: `user ${session.user.id}` };
      const nowMs = clock();
      if (needsCode)
        await throttled(services.throttle, attempt, () => assertCode(db, credentials, { code: body.code, nowMs }));
      else await assertPassword(services, context, body.password);
    }
    await turnOff(db, session, credentials?.totpSecret !== null);
    return { status: 204, body: undefined };
  }),
];

const turnOff = (db: Database, signedIn: SignedIn, wereOn: boolean): Promise<void> =>
  inTransaction(db, async (tx) => {
    await removeTotp(tx, signedIn.user.id);
    if (!wereOn) return;
    const after = { oneTimeCodes: false };
    await recordOwnChange(tx, signedIn.user, { action: 'member.totp', actor: actorOf(signedIn), after });
  });
