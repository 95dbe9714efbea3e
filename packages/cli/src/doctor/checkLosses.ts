import { startOfHour } from '@sluice/contract';
import { listLosses, LOSS_NEWS_MS, type Database } from '@sluice/db';
import { plural } from '../output/words.js';
import { ok, warn, type Finding } from './finding.js';

/** Of more losses than these only the latest are added up. */
const MOST = 1_000;

/**
 * Whether something that was acknowledged was never stored, as far as housekeeping has found out. Nobody can bring it back: a
 * week after it was found it is told as what was, and no warning. @param now milliseconds since 1970
 */
export async function checkLosses(db: Database, now: number): Promise<readonly Finding[]> {
  const losses = await listLosses(db, MOST);
  const [latest] = losses;
  if (latest === undefined) return [ok('losses', 'everything that was acknowledged is stored')];
  const lost = losses.reduce((sum, loss) => sum + loss.lost, 0);
  const hour = new Date(startOfHour(latest.hour)).toISOString().slice(0, 16);
  const message = `${plural(lost, 'event')} acknowledged and never stored, the last in the hour of ${hour} UTC`;
  if (losses.every(({ foundMs }) => now - foundMs >= LOSS_NEWS_MS)) {
    return [ok('losses', `none within a week; before that, ${message}`)];
  }
  const advice = 'Redis lost data: check its log, and run it with appendonly yes and appendfsync always';
  return [warn('losses', message, advice)];
}
