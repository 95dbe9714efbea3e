import { pendingMigrations, pingDatabase, type Database } from '@sluice/db';
import { fail, ok, type Finding } from './finding.js';

/** Whether PostgreSQL answers and has the tables of this version. */
export async function checkDatabase(db: Database): Promise<readonly Finding[]> {
  const problem = await pingDatabase(db);
  if (problem !== undefined) {
    return [fail('database', problem, 'Start it (npm start), or correct DATABASE_URL')];
  }
  const pending = await pendingMigrations(db);
  return [
    ok('database', 'PostgreSQL answers'),
    pending.length === 0
      ? ok('migrations', 'all applied')
      : fail('migrations', `pending: ${pending.join(', ')}`, 'Run: sluice migrate'),
  ];
}
