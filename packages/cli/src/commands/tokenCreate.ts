import { SCOPES } from '@sluice/contract';
import { createToken } from '@sluice/db';
import type { Command } from 'commander';
import { choiceOption } from '../choice.js';
import { command, type AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { tokenValue } from '../output/tokenValue.js';
import { facts } from '../output/table.js';
import { momentText } from '../output/words.js';
import { parseMoment } from '../parse/moment.js';

/** Options of a new token. */
export interface TokenOptions {
  readonly org: string;
  /** Comma-separated. */
  readonly scopes: string;
  readonly expires?: string;
}

const SCOPE_LIST = { values: SCOPES, about: `separated by commas: ${SCOPES.join(', ')}` };

/** `sluice token create --org <org> --scopes a,b [--expires …]`. */
export const tokenCreate = (answer: AnswerWith): Command =>
  command('create', 'Create an access token; it is shown once', [
    ['sluice token create --org acme --scopes project:releases', 'for builds'],
    ['sluice token create --org acme --scopes project:read --expires 90d', 'read only, for 90 days'],
  ])
    .requiredOption('--org <org>', 'organization that it belongs to')
    .addOption(choiceOption('--scopes <list>', SCOPE_LIST).makeOptionMandatory())
    .option('--expires <when>', 'ISO time, or a duration such as 90d; never by default')
    .action((options: TokenOptions) => answer((context) => makeToken(context, options)));

/** Creates a token. Only this output shows it. */
async function makeToken(context: CommandContext, options: TokenOptions): Promise<Answer> {
  const scopes = options.scopes
    .split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
  if (scopes.length === 0) throw usageError(`--scopes needs at least one of ${SCOPES.join(', ')}`);
  const now = context.clock();
  const expires = options.expires === undefined ? undefined : parseMoment(options.expires, now, 'future');
  if (expires !== undefined && expires <= now) throw usageError(`--expires ${options.expires ?? ''} is in the past`);
  const { secret, token } = await createToken(context.database(), {
    organization: options.org,
    scopes,
    ...(expires === undefined ? {} : { expiresAt: new Date(expires) }),
  });
  return {
    value: { token: secret, ...tokenValue(token) },
    human: (style) =>
      [
        facts(
          [
            ['token', secret],
            ['organization', token.organization],
            ['scopes', token.scopes.join(', ')],
            ['expires', token.expiresAt === null ? 'never' : momentText(token.expiresAt)],
          ],
          style,
        ),
        style.yellow('Save it now. Only its digest is stored, so it cannot be shown again.'),
      ].join('\n'),
  };
}
