import { findOrganization, listTokens, type Token } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { table } from '../output/table.js';
import { tokenValue } from '../output/tokenValue.js';
import { momentText } from '../output/words.js';

/** `sluice token list [--org <org>]`. */
export const tokenList = (answer: AnswerWith): Command =>
  command('list', 'List access tokens; secrets are not shown', [
    ['sluice token list --org acme', 'of one organization'],
  ])
    .option('--org <org>', 'only of this organization')
    .action(({ org }: { org?: string }) => answer((context) => listAllTokens(context, org)));

/** Tokens of one organization or of all. */
async function listAllTokens(context: CommandContext, organization: string | undefined): Promise<Answer> {
  const db = context.database();
  if (organization !== undefined) await findOrganization(db, organization);
  const tokens = await listTokens(db, organization);
  const now = context.clock();
  return {
    value: tokens.map(tokenValue),
    human: (style) =>
      table(
        ['ID', 'ORGANIZATION', 'TOKEN', 'SCOPES', 'STATE', 'CREATED', 'LAST USED'].map((title) => ({ title })),
        tokens.map((token) => [
          token.id,
          token.organization,
          `slp_…${token.hint}`,
          token.scopes.join(','),
          stateOf(token, now),
          momentText(token.createdAt),
          momentText(token.lastUsedAt),
        ]),
        style,
        'No tokens. Create one: sluice token create --org <org> --scopes project:releases',
      ),
  };
}

function stateOf({ revokedAt, expiresAt }: Token, now: number): string {
  if (revokedAt !== null) return `revoked ${momentText(revokedAt)}`;
  if (expiresAt === null) return 'works';
  return `${expiresAt.getTime() <= now ? 'expired' : 'until'} ${momentText(expiresAt)}`;
}
