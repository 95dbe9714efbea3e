import { lowestIdAt } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { contains, equals, type PageRequest } from '@sluice/reading';
import type { ReplayFilter } from './listReplays.js';

/** The newest replays of a range that are sorted or counted. */
export const SORTED_REPLAYS = 20_000;

/** Which replays, by what is known of all of them. */
export interface ReplayProperties extends Omit<ReplayFilter, 'trace'> {
  /** Part of the URL of a page. */
  readonly url?: string | undefined;
}

/** Selects columns of the newest {@link SORTED_REPLAYS} rows of `replay_facts` in a range. */
export const newestFacts = (
  projectId: string,
  { fromMs, toMs }: Pick<PageRequest, 'fromMs' | 'toMs'>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${columns} from replay_facts
  where project_id = ${projectId} and first_id < ${lowestIdAt(toMs)} and first_id >= ${lowestIdAt(fromMs)}
  order by first_id desc limit ${SORTED_REPLAYS}`;

/** Conditions on a row `f` of `replay_facts` and its row `s` of `replay_sessions`. */
export const ofReplay = ({ environment, release, user, url }: ReplayProperties): readonly RawBuilder<unknown>[] => [
  ...equals('s.environment', environment),
  ...equals('s.release', release),
  ...equals('s.user_key', user),
  ...(url === undefined
    ? []
    : [sql`exists (select from unnest(f.urls) as each(url) where ${sql.join(contains('each.url', url))})`]),
];
