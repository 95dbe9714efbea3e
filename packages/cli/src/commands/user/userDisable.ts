import { disableUser, enableUser, type User } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';

const valueOf = ({ id, email, disabledAt }: User): object => ({
  id,
  email,
  disabledAt: disabledAt?.toISOString() ?? null,
});

/** `sluice user disable <email> [--force]`. */
export const userDisable = (answer: AnswerWith): Command =>
  command('disable', 'Disable a user: sessions end, tokens are revoked', [
    ['sluice user disable ada@example.com', 'refused for the last owner of an organization'],
  ])
    .argument('<email>', 'email address')
    .option('--force', 'also the last owner of an organization')
    .action((email: string, { force = false }: { force?: boolean }) =>
      answer(async ({ database }) => {
        const user = await disableUser(database(), email, { force });
        return { value: valueOf(user), human: () => `Disabled ${user.email}; sessions and tokens ended.` };
      }),
    );

/** `sluice user enable <email>`. */
export const userEnable = (answer: AnswerWith): Command =>
  command('enable', 'Enable a disabled user', [['sluice user enable ada@example.com', 'tokens stay revoked']])
    .argument('<email>', 'email address')
    .action((email: string) =>
      answer(async ({ database }) => {
        const user = await enableUser(database(), email);
        return { value: valueOf(user), human: () => `Enabled ${user.email}.` };
      }),
    );
