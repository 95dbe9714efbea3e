import { grantDatabaseRoles, migrateToLatest, pendingMigrations } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';

/** `sluice migrate [--check]`. */
export const migrate = (answer: AnswerWith): Command =>
  command('migrate', 'Migrate the database to this version', [
    ['sluice migrate', 'safe while older processes run'],
    ['sluice migrate --check', 'change nothing; exit 1 if something is pending'],
  ])
    .option('--check', 'only list what is pending')
    .action(({ check }: { check?: boolean }) =>
      answer((context) => (check === true ? checkMigrations(context) : runMigrations(context))),
    );

/** Runs what is pending; the answer names what was run. Roles, where they are used, get what new tables need. */
async function runMigrations(context: CommandContext): Promise<Answer> {
  const db = context.database();
  const applied = await migrateToLatest(db);
  await grantDatabaseRoles(db);
  return {
    value: { applied },
    human: () => (applied.length === 0 ? 'The database is current.' : `Applied ${applied.join(', ')}.`),
  };
}

/** Names what is pending. */
async function checkMigrations(context: CommandContext): Promise<Answer> {
  const pending = await pendingMigrations(context.database());
  return {
    value: { pending },
    human: () =>
      pending.length === 0 ? 'The database is current.' : `Pending: ${pending.join(', ')}. Run: sluice migrate`,
    failed: pending.length > 0,
  };
}
