import { useQuery } from '@tanstack/react-query';
import { callApi, type ResponseOf } from './callApi';
import { operationKey } from './operationQuery';
import { readPages } from './readPages';

const LIST = 'GET /api/0/organizations/{org}/members';

/** A member of an organization. */
export type Member = ResponseOf<typeof LIST>['data'][number];

/** The most members that choices and names know: 5,000. */
const MOST_PAGES = 50;
const PER_PAGE = 100;

/** Returns the members of an organization; none until they are read. They are few and change rarely, so they are read as a whole. */
export function useMembers(org: string, enabled = true): readonly Member[] {
  const { data = [] } = useQuery({
    queryKey: [...operationKey(LIST), 'all', org],
    queryFn: ({ signal }) =>
      readPages((cursor) => callApi(LIST, { params: { org }, query: { limit: PER_PAGE, cursor }, signal }), MOST_PAGES),
    enabled,
    staleTime: 5 * 60_000,
  });
  return data;
}

/** What a member is called. */
export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string => (name === '' ? email : name);

/** Returns the members as choices: by name, with the address where it is not the name. */
export const memberChoice = (member: Member): readonly [userId: string, label: string] => [
  member.userId,
  member.name === '' ? member.email : `${member.name} (${member.email})`,
];
