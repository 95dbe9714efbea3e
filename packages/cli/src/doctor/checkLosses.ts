import { startOfHour } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { listLosses, RECENT_LOSS_MS } from '@sluice/accounting';
import { plural } from '../output/words.js';
import { ok, warn, type Finding } from './finding.js';

/** Maximum losses that are summed; the latest. */
const MOST = 1_000;

/**
 * Reports events that were acknowledged and never stored, as found by housekeeping. They cannot be recovered, so a loss is a
 * warning for one week and a remark afterwards. @param now milliseconds since 1970
 */
export async function checkLosses(db: Database, now: number): Promise<readonly Finding[]> {
  const losses = await listLosses(db, MOST);
  const [latest] = losses;
  if (latest === undefined) return [ok('losses', 'all acknowledged events are stored')];
  const lost = losses.reduce((sum, loss) => sum + loss.lost, 0);
  const hour = new Date(startOfHour(latest.hour)).toISOString().slice(0, 16);
  const message = `${plural(lost, 'event')} acknowledged and never stored, the last in the hour of ${hour} UTC`;
  if (losses.every(({ foundMs }) => now - foundMs >= RECENT_LOSS_MS)) {
    return [ok('losses', `none within a week; before that, ${message}`)];
  }
  const advice = 'Redis lost data: check its log, and run it with appendonly yes and appendfsync always';
  return [warn('losses', message, advice)];
}
