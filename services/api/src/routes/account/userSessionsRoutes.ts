import { userSessionsApi } from '@sluice/api-contract';
import { type Database, type SignedIn, endSessions, inTransaction, listSessions } from '@sluice/db';
import { recordOwnChange } from '@sluice/identity/statements';
import { type Route, clearSessionCookie, notFound, serve } from '@sluice/management';
import { type AccountServices, actorOf } from './accountServices.js';

/** Ends sessions of the signed-in user, with a record in the audit logs. Returns how many. */
const endOwn = (
  db: Database,
  signedIn: SignedIn,
  which: Parameters<typeof endSessions>[2],
  nowMs: number,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const ended = await endSessions(tx, signedIn.user.id, which, nowMs);
    const after = { endedSessions: ended };
    if (ended > 0)
      await recordOwnChange(tx, signedIn.user, { action: 'member.sessions', actor: actorOf(signedIn), after });
    return ended;
  });

/** The user's sessions. */
export const userSessionsRoutes = ({ idleMs }: AccountServices): readonly Route<'user' | 'anyone'>[] => [
  serve(userSessionsApi.list, async (_request, { db, clock, session: { user, session: current } }) => {
    const sessions = await listSessions(db, user.id, { nowMs: clock(), idleMs });
    const data = sessions.map((session) => ({
      id: session.id,
      isCurrent: session.id === current.id,
      method: session.method,
      address: session.address,
      userAgent: session.userAgent,
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    }));
    return { body: { data } };
  }),
  serve(userSessionsApi.end, async ({ params }, { db, clock, session }) => {
    const { sessionId } = params;
    const ended = /^\d{1,18}$/.test(sessionId) ? await endOwn(db, session, { only: sessionId }, clock()) : 0;
    if (ended === 0) throw notFound('session');
    return { status: 204, body: undefined };
  }),
  serve(userSessionsApi.endAll, async ({ query }, { db, clock, head, session }) => {
    const isAll = query.all === true;
    await endOwn(db, session, isAll ? 'all' : { allBut: session.session.id }, clock());
    return {
      status: 204 as const,
      body: undefined,
      ...(isAll ? { headers: { 'set-cookie': clearSessionCookie(head) } } : {}),
    };
  }),
];
