import {
  createDatabaseRoles,
  createRoleLogins,
  grantDatabaseRoles,
  migrateToLatest,
  newerMigrations,
  pendingMigrations,
  planMigrations,
} from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { describeDistributed, distribute, readShards, type CitusOptions } from './distribute.js';
import { describePlannedMigrations } from './describePlannedMigrations.js';
import { readRolePasswords } from '../parse/rolePasswords.js';

/** `sluice migrate [--check] [--dry-run] [--roles <directory>] [--citus [--shards <n>]]`. */
export const migrate = (answer: AnswerWith): Command =>
  command('migrate', 'Migrate the database to this version', [
    ['sluice migrate', 'safe while older processes run'],
    ['sluice migrate --check', 'change nothing; exit 1 if a migration is pending'],
    ['sluice migrate --dry-run', 'change nothing; list what would run, and its locks'],
    ['sluice migrate --roles /run/secrets', 'also set up a login for each service'],
    ['sluice migrate --citus', 'also distribute tables over the nodes of a Citus cluster'],
  ])
    .option('--check', 'only list pending migrations')
    .option('--dry-run', 'only list what would run, and which locks it takes')
    .option(
      '--roles <directory>',
      'also create the database roles, and a login for each service with a file <service>_password, such as gateway_password',
    )
    .option('--citus', 'also distribute every table with a project by project_id; DATABASE_URL is the coordinator')
    .option('--shards <n>', 'with --citus: shards of each table, at the first time (default: 16)')
    .action(({ check, dryRun, ...options }: { check?: boolean; dryRun?: boolean } & MigrateOptions) =>
      answer((context) => {
        if (dryRun === true) return showPlan(context);
        return check === true ? checkMigrations(context) : runMigrations(context, options);
      }),
    );

interface MigrateOptions extends CitusOptions {
  readonly roles?: string;
}

/** Runs pending migrations and returns their names. Grants new privileges to database roles if they are used. */
async function runMigrations(context: CommandContext, options: MigrateOptions): Promise<Answer> {
  const { roles: directory } = options;
  const shards = readShards(options);
  // A missing file must fail before anything is changed.
  const passwords = directory === undefined ? undefined : await readRolePasswords(directory);
  const db = context.database();
  const applied = await migrateToLatest(db);
  const newer = await newerMigrations(db);
  const distributed = await distribute(db, options, shards);
  if (passwords !== undefined) await createDatabaseRoles(db);
  await grantDatabaseRoles(db);
  const logins = passwords === undefined ? undefined : await createRoleLogins(db, passwords);
  return {
    value: {
      applied,
      ...(newer.length === 0 ? {} : { newer }),
      ...(options.citus === true || distributed.length > 0 ? { distributed } : {}),
      ...(logins === undefined ? {} : { logins }),
    },
    human: () =>
      [
        ...(applied.length === 0 ? [stateOf(newer)] : [`Applied ${applied.join(', ')}.`, ...describeNewer(newer)]),
        ...describeDistributed(options, distributed),
        ...(logins === undefined ? [] : [`Logins: ${logins.join(', ')}.`]),
      ].join('\n'),
  };
}

/** Lists pending migrations. */
async function checkMigrations(context: CommandContext): Promise<Answer> {
  const pending = await pendingMigrations(context.database());
  const newer = await newerMigrations(context.database());
  return {
    value: { pending, ...(newer.length === 0 ? {} : { newer }) },
    human: () =>
      pending.length === 0
        ? stateOf(newer)
        : [`Pending: ${pending.join(', ')}. Run: sluice migrate`, ...describeNewer(newer)].join('\n'),
    failed: pending.length > 0,
  };
}

/** After a rollback the database keeps the steps of the newer version. */
const describeNewer = (newer: readonly string[]): readonly string[] =>
  newer.length === 0
    ? []
    : [`The schema is newer than this version (${newer.join(', ')}). This version can run with it.`];

const stateOf = (newer: readonly string[]): string =>
  newer.length === 0 ? 'The database is up to date.' : `${describeNewer(newer).join('')} Nothing needs to be done.`;

/** Lists what a migration would do. */
async function showPlan(context: CommandContext): Promise<Answer> {
  const migrations = await planMigrations(context.database());
  const newer = await newerMigrations(context.database());
  return {
    value: { migrations, ...(newer.length === 0 ? {} : { newer }) },
    human: () => (migrations.length === 0 ? stateOf(newer) : describePlannedMigrations(migrations)),
  };
}
