import { startOfHour } from '@sluice/contract';
import { listLosses, type Database } from '@sluice/db';
import { plural } from '../output/words.js';
import { ok, warn, type Finding } from './finding.js';

/** Of more losses than these only the latest are added up. */
const MOST = 1_000;

/** Whether something that was acknowledged was never stored, as far as housekeeping has found out. */
export async function checkLosses(db: Database): Promise<readonly Finding[]> {
  const losses = await listLosses(db, MOST);
  const [latest] = losses;
  if (latest === undefined) return [ok('losses', 'everything that was acknowledged is stored')];
  const lost = losses.reduce((sum, { acknowledged, stored }) => sum + acknowledged - stored, 0);
  const hour = new Date(startOfHour(latest.hour)).toISOString().slice(0, 16);
  return [
    warn(
      'losses',
      `${plural(lost, 'event')} acknowledged and never stored, the last in the hour of ${hour} UTC`,
      'Redis lost what it had: see its log, and that it runs with appendonly yes and appendfsync always',
    ),
  ];
}
