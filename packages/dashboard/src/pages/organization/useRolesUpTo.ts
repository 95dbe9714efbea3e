import { useSession, type Role } from '../../api/session';

const ROLES: readonly (readonly [Role, string])[] = [
  ['viewer', 'Viewer'],
  ['member', 'Member'],
  ['admin', 'Admin'],
  ['owner', 'Owner'],
];

/** Returns the roles that the reader may give in an organization, with their names: up to the own one. */
export function useRolesUpTo(org: string): readonly (readonly [Role, string])[] {
  const { organizations } = useSession();
  const own = organizations.find(({ slug }) => slug === org)?.role;
  return ROLES.slice(0, ROLES.findIndex(([role]) => role === own) + 1);
}
