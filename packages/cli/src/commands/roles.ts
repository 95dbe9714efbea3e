import { createDatabaseRoles, grantDatabaseRoles } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';

/** `sluice roles`. */
export const roles = (answer: AnswerWith): Command =>
  command('roles', 'Make a database role for each service, with what it needs and no more', [
    ['sluice roles', 'as the owner of the tables, who may make roles; again after a manual change of rights'],
  ]).action(() => answer(makeRoles));

/** Makes what is missing and grants; the answer names all roles. */
async function makeRoles(context: CommandContext): Promise<Answer> {
  const db = context.database();
  const created = await createDatabaseRoles(db);
  const granted = await grantDatabaseRoles(db);
  return {
    value: { created, granted },
    human: () =>
      [
        `Granted: ${granted.join(', ')}.`,
        'None of them can log in: make a login a member, and put it into the DATABASE_URL of its service:',
        ...granted.map((role) => `  create role ${role}_1 login password '…' in role ${role};`),
      ].join('\n'),
  };
}
