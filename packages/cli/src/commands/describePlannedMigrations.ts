import type { PlannedMigration } from '@sluice/db';

const PLAN_NOTE =
  'Statements of a step run in one transaction, without a statement timeout; a lock that is not free within 2 s is tried again. Tables that the run itself creates are not listed.';

/** Says what a migration would do, step by step. */
export const describePlannedMigrations = (migrations: readonly PlannedMigration[]): string =>
  [...migrations.flatMap(linesOf), PLAN_NOTE].join('\n');

function linesOf({ name, builds, locks, statements }: PlannedMigration): readonly string[] {
  return [
    `${name}: ${builds.length} concurrent index builds, ${statements} statements`,
    ...builds.map(({ index, table }) => `  builds ${index} on ${table} concurrently`),
    ...locks.map(({ table, mode, ...blocks }) => `  locks ${table} in ${mode} mode: ${effectOf(blocks)}`),
  ];
}

function effectOf({
  blocksWrites,
  blocksReads,
}: {
  readonly blocksWrites: boolean;
  readonly blocksReads: boolean;
}): string {
  if (blocksReads) return 'blocks reads and writes';
  return blocksWrites ? 'blocks writes' : 'blocks neither reads nor writes';
}
