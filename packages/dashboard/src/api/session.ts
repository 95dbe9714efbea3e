import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi, setCsrfToken, type ResponseOf } from './callApi';

const READ = 'GET /api/0/session';

/** Who is signed in, and what this person can open. */
export type Session = ResponseOf<typeof READ>;

/** What a member of an organization may do. */
export type Role = Session['organizations'][number]['role'];

async function readSession(signal: AbortSignal): Promise<Session> {
  const session = await callApi(READ, { signal });
  setCsrfToken(session.csrfToken);
  return session;
}

/** Ends the session, here and on the server. */
export async function signOut(): Promise<void> {
  await callApi('DELETE /api/0/session');
  window.location.assign(document.baseURI);
}

/** The session of the reader: 401 without one. `client.setQueryData(sessionQuery.queryKey, …)` after a sign-in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readSession(signal),
  staleTime: 5 * 60_000,
});

/** Returns the session. Only for pages behind the sign-in, where it is always loaded. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (data === undefined) throw new Error('useSession is for pages behind the sign-in');
  return data;
}

const RANKS: Readonly<Record<Role, number>> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Returns whether the reader has at least this role in an organization. The server decides; this only hides what it would refuse. */
export function useHasRole(organization: string, role: Role): boolean {
  const found = useSession().organizations.find(({ slug }) => slug === organization);
  return found !== undefined && RANKS[found.role] >= RANKS[role];
}
