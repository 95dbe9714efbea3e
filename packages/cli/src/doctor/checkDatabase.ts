import { pendingMigrations, pingDatabase, type Database } from '@sluice/db';
import { fail, ok, type Finding } from './finding.js';
import { tlsAdvice } from './tlsAdvice.js';

/** Checks that PostgreSQL responds and has the schema of this version. */
export async function checkDatabase(db: Database): Promise<readonly Finding[]> {
  const problem = await pingDatabase(db);
  if (problem !== undefined) {
    const advice = tlsAdvice(problem, 'DATABASE_URL') ?? 'Start it (npm start), or correct DATABASE_URL';
    return [fail('database', problem, advice)];
  }
  const pending = await pendingMigrations(db);
  return [
    ok('database', 'PostgreSQL responds'),
    pending.length === 0
      ? ok('migrations', 'all applied')
      : fail('migrations', `pending: ${pending.join(', ')}`, 'Run: sluice migrate'),
  ];
}
