import type { Command } from 'commander';
import { command, type AnswerWith } from '../../cli.js';
import { getEnabledUser } from './getEnabledUser.js';
import { linkAnswer } from './linkAnswer.js';

/** `sluice user link <email> [--reset-password]`. */
export const userLink = (answer: AnswerWith): Command =>
  command('link', 'Make a link that signs a user in, once', [
    ['sluice user link ada@example.com', 'for someone without a password'],
    ['sluice user link ada@example.com --reset-password', 'asks for a new password and ends all sessions'],
  ])
    .argument('<email>', 'email address')
    .option('--reset-password', 'the link sets a new password')
    .action((email: string, { resetPassword = false }: { resetPassword?: boolean }) =>
      answer(async (context) => {
        const user = await getEnabledUser(context.database(), email);
        return linkAnswer(context, user, resetPassword ? 'password_reset' : 'sign_in');
      }),
    );
