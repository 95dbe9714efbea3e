import { revokeToken } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { tokenValue } from '../output/tokenValue.js';

/** `sluice token revoke --org <org> <id>`. */
export const tokenRevoke = (answer: AnswerWith): Command =>
  command('revoke', 'Revoke an access token', [
    ['sluice token revoke --org acme 7', 'the id is in `sluice token list`'],
  ])
    .argument('<id>', 'id of the token')
    .requiredOption('--org <org>', 'organization it belongs to')
    .action((id: string, { org }: { org: string }) => answer((context) => revokeOneToken(context, org, id)));

/** Revokes a token; it stops working at once. */
async function revokeOneToken(context: CommandContext, organization: string, id: string): Promise<Answer> {
  const token = await revokeToken(context.database(), organization, id);
  return { value: tokenValue(token), human: () => `Revoked slp_…${token.hint} of ${organization}.` };
}
