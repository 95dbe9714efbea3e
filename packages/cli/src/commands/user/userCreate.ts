import { isRole, OPERATOR, ROLES, type Role } from '@sluice/contract';
import { addMember, createUser, findOrganization, inTransaction } from '@sluice/db';
import type { Command } from 'commander';
import { choiceOption } from '../../choice.js';
import { command, type AnswerWith } from '../../cli.js';
import { usageError } from '../../cliError.js';
import type { Answer, CommandContext } from '../../context.js';
import { linkAnswer } from './linkAnswer.js';

interface UserOptions {
  readonly name?: string;
  readonly org?: string;
  readonly role?: string;
}

/** `sluice user create <email> [--name …] [--org … --role …]`. */
export const userCreate = (answer: AnswerWith): Command =>
  command('create', 'Create a user; prints a link that signs in', [
    ['sluice user create ada@example.com --org acme --role owner', 'an owner of an organization'],
  ])
    .argument('<email>', 'email address')
    .option('--name <name>', 'name that others see')
    .option('--org <org>', 'organization that the user becomes a member of')
    .addOption(
      choiceOption('--role <role>', { values: ROLES, about: `role there: ${ROLES.join(', ')}; member by default` }),
    )
    .action((email: string, options: UserOptions) => answer((context) => makeUser(context, email, options)));

async function makeUser(context: CommandContext, email: string, { name, org, role }: UserOptions): Promise<Answer> {
  if (role !== undefined && org === undefined) throw usageError('--role needs --org');
  if (role !== undefined && !isRole(role)) throw usageError(`--role must be one of ${ROLES.join(', ')}`);
  const db = context.database();
  const organization = org === undefined ? undefined : await findOrganization(db, org);
  const user = await inTransaction(db, async (tx) => {
    const made = await createUser(tx, { email, ...(name === undefined ? {} : { name }) });
    const given: Role = role ?? 'member';
    if (organization !== undefined) {
      await addMember(tx, { organizationId: organization.id, userId: made.id }, given, OPERATOR);
    }
    return made;
  });
  return linkAnswer(context, user);
}
