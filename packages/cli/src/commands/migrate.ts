import { grantDatabaseRoles, migrateToLatest, pendingMigrations } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';

/** `sluice migrate [--check]`. */
export const migrate = (answer: AnswerWith): Command =>
  command('migrate', 'Migrate the database to this version', [
    ['sluice migrate', 'safe while older processes run'],
    ['sluice migrate --check', 'change nothing; exit 1 if a migration is pending'],
  ])
    .option('--check', 'only list pending migrations')
    .action(({ check }: { check?: boolean }) =>
      answer((context) => (check === true ? checkMigrations(context) : runMigrations(context))),
    );

/** Runs pending migrations and returns their names. Grants new privileges to database roles if they are used. */
async function runMigrations(context: CommandContext): Promise<Answer> {
  const db = context.database();
  const applied = await migrateToLatest(db);
  await grantDatabaseRoles(db);
  return {
    value: { applied },
    human: () => (applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`),
  };
}

/** Lists pending migrations. */
async function checkMigrations(context: CommandContext): Promise<Answer> {
  const pending = await pendingMigrations(context.database());
  return {
    value: { pending },
    human: () =>
      pending.length === 0 ? 'The database is up to date.' : `Pending: ${pending.join(', ')}. Run: sluice migrate`,
    failed: pending.length > 0,
  };
}
