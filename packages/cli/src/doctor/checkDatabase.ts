import { pingDatabase, readSchemaState, type Database } from '@sluice/db';
import { fail, ok, type Finding } from './finding.js';
import { tlsAdvice } from './tlsAdvice.js';

/** Checks that PostgreSQL responds and has the schema of this version. */
export async function checkDatabase(db: Database): Promise<readonly Finding[]> {
  const problem = await pingDatabase(db);
  if (problem !== undefined) {
    const advice = tlsAdvice(problem, 'DATABASE_URL') ?? 'Start it (npm start), or correct DATABASE_URL';
    return [fail('database', problem, advice)];
  }
  return [ok('database', 'PostgreSQL responds'), await checkSchema(db)];
}

async function checkSchema({ pool }: Database): Promise<Finding> {
  const { missing, newer, refusal } = await readSchemaState(pool);
  if (refusal !== undefined) return fail('migrations', refusal.problem, refusal.remedy);
  if (missing.length === 0) {
    return ok(
      'migrations',
      newer.length === 0 ? 'all applied' : `all applied, and ${newer.join(', ')} of a newer version`,
    );
  }
  return fail('migrations', `pending: ${missing.map(({ name }) => name).join(', ')}`, 'Run: sluice migrate');
}
