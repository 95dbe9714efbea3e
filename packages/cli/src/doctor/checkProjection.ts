import { readProjectedKeys, type Database } from '@sluice/db';
import { createProjection, type RedisClient } from '@sluice/redis';
import { countText, plural } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Maximum keys that are compared; of more keys, the newest. */
const COMPARED = 1_000;

/** Checks that housekeeping delivers changes to the gateways and that Redis has every key with its latest settings. */
export async function checkProjection(db: Database, client: RedisClient): Promise<readonly Finding[]> {
  const projection = createProjection(client);
  const advice = 'Start services/housekeeping: it delivers settings to the gateways';
  const stored = (await readProjectedKeys(db, undefined)).slice(-COMPARED);
  const found = await Promise.all(stored.map(({ key }) => projection.lookUp(key)));
  const behind = stored.filter(({ version, project }, index) => {
    const entry = found[index];
    if (project === null) return entry?.state === 'found';
    return entry?.state !== 'found' || entry.version < Number(version);
  }).length;
  const complete = (await projection.isComplete())
    ? ok('projection', 'complete')
    : warn('projection', 'may be incomplete: unknown keys get 503 while PostgreSQL is unavailable', advice);
  const fresh =
    behind === 0
      ? ok('settings', `${plural(stored.length, 'key')} up to date at the gateways`)
      : fail('settings', `${countText(behind)} of ${plural(stored.length, 'key')} out of date at the gateways`, advice);
  const followed = (await projection.isFollowed())
    ? ok('housekeeping', 'delivers changed settings and disabled keys to the gateways')
    : fail('housekeeping', 'no heartbeat: changed settings and disabled keys do not reach the gateways', advice);
  return [followed, complete, fresh];
}
