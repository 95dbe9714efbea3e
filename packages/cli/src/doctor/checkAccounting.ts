import { retentionBounds, type Database } from '@sluice/db';
import { countDeadLetters } from '@sluice/dead-letters';
import { readAccounting, readUsage } from '@sluice/accounting';
import { DAY_MS, hourOf } from '@sluice/contract';
import { countText, plural } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Checks that processed = stored + dead-lettered + discarded + erased, and whether dead letters are waiting. */
export async function checkAccounting(db: Database, now: number): Promise<readonly Finding[]> {
  const waiting = (await countDeadLetters(db, { state: 'waiting' })).reduce((sum, { events }) => sum + events, 0);
  const letters =
    waiting === 0
      ? ok('dead letters', 'none waiting')
      : warn('dead letters', `${plural(waiting, 'event')} waiting`, 'See: sluice dead-letters list');
  const types = await readAccounting(db);
  const wrong = types.filter(({ difference }) => difference !== 0);
  const processed = types.reduce((sum, type) => sum + type.processed, 0);
  if (wrong.length === 0) {
    return [
      letters,
      ok('accounting', `${countText(processed)} processed = stored + dead-lettered + discarded + erased`),
    ];
  }
  const message = `processed − (stored + dead-lettered + erased): ${wrong.map(({ type, difference }) => `${type} ${difference}`).join(', ')}`;
  const explained = wrong.every(({ difference }) => difference > 0) && (await mayHaveExpired(db, now));
  return [
    letters,
    explained
      ? warn('accounting', message, 'Retention has removed older events; newer ones cannot be checked separately')
      : fail('accounting', message, 'Events were lost or stored twice: keep the logs and report this'),
  ];
}

/** Whether usage covers a longer period than the retention of some organization. */
async function mayHaveExpired(db: Database, now: number): Promise<boolean> {
  const { shortest } = await retentionBounds(db);
  const throughHour = hourOf(now - shortest * DAY_MS) + 1;
  return (await readUsage(db, { outcome: 'processed', throughHour })).length > 0;
}
