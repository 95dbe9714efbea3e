import { createDatabaseRoles, grantDatabaseRoles } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';

/** `sluice roles`. */
export const roles = (answer: AnswerWith): Command =>
  command('roles', 'Create a least-privilege database role for each service', [
    ['sluice roles', 'run as the owner of the tables; again after changing privileges'],
  ]).action(() => answer(makeRoles));

/** Creates missing roles and grants privileges; the result lists all roles. */
async function makeRoles(context: CommandContext): Promise<Answer> {
  const db = context.database();
  const created = await createDatabaseRoles(db);
  const granted = await grantDatabaseRoles(db);
  return {
    value: { created, granted },
    human: () =>
      [
        `Granted: ${granted.join(', ')}.`,
        'These roles cannot log in. `sluice migrate --roles <directory>` creates logins with passwords from files. Or create a login that is a member of the role and use it in the DATABASE_URL of the service:',
        ...granted.map((role) => `  create role ${role}_1 login password '…' in role ${role};`),
      ].join('\n'),
  };
}
