import { DAY_MS } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { readFolds } from '@sluice/accounting';
import { countText } from '../output/words.js';
import { ok, warn, type Finding } from './finding.js';

/** How long too many new names are a warning, in milliseconds. */
const RECENT_MS = DAY_MS;

/** Maximum projects and kinds that are listed. */
const MOST = 5;

/** Reports projects that exceeded their caps for new names within a day. @param now milliseconds since 1970 */
export async function checkNames(db: Database, now: number): Promise<readonly Finding[]> {
  const folds = await readFolds(db, { fromMs: now - RECENT_MS });
  if (folds.length === 0) return [ok('names', 'no project exceeded a cap for new names in the last 24 h')];
  const sums = new Map<string, number>();
  for (const { organization, project, kind, count } of folds) {
    const name = `${organization}/${project} ${kind}`;
    sums.set(name, count + (sums.get(name) ?? 0));
  }
  const largest = [...sums].sort(([, a], [, b]) => b - a).slice(0, MOST);
  const list = largest.map(([name, count]) => `${name}: ${countText(count)}`).join('; ');
  return [
    warn(
      'names',
      `counted under (other) within a day, because the project added too many new names: ${list}`,
      'Look for ids in names (sluice names list); remove forged ones (sluice names remove) or raise NEW_…_PER_HOUR of the workers',
    ),
  ];
}
