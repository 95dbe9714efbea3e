import { listAccounts } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';
import { table } from '../../output/table.js';
import { momentText } from '../../output/words.js';

/** `sluice user list`. */
export const userList = (answer: AnswerWith): Command =>
  command('list', 'List people who sign in', [['sluice user list', 'with their organizations and roles']]).action(() =>
    answer(async ({ database }) => {
      const users = await listAccounts(database());
      return {
        value: users.map(({ createdAt, disabledAt, lastSeenAt, ...rest }) => ({
          ...rest,
          createdAt: createdAt.toISOString(),
          disabledAt: disabledAt?.toISOString() ?? null,
          lastSeenAt: lastSeenAt?.toISOString() ?? null,
        })),
        human: (style) =>
          table(
            ['EMAIL', 'NAME', 'ORGANIZATIONS', 'STATE', 'CREATED', 'LAST SEEN'].map((title) => ({ title })),
            users.map((user) => [
              user.email,
              user.name,
              user.organizations.join(' '),
              user.disabledAt === null ? 'works' : `disabled ${momentText(user.disabledAt)}`,
              momentText(user.createdAt),
              momentText(user.lastSeenAt),
            ]),
            style,
            'No users. Create one: sluice user create <email> --org <org> --role owner',
          ),
      };
    }),
  );
