import { AUDIT_ACTIONS } from '@sluice/contract';
import { findOrganization, getUser, type AuditAction } from '@sluice/db';
import { listAudit, type AuditLine } from '@sluice/reading';
import type { Command } from 'commander';
import { choiceOption } from '../choice.js';
import { command, type AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { table } from '../output/table.js';
import { momentText } from '../output/words.js';
import { readMoments } from '../parse/moment.js';

interface AuditOptions {
  readonly action?: AuditAction;
  readonly user?: string;
  readonly project?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
}

const MAX = 1_000;

/** `sluice audit <org>`. */
export const audit = (answer: AnswerWith): Command =>
  command('audit', 'Who changed which setting, key, member or token', [
    ['sluice audit acme', 'the last changes of an organization'],
    ['sluice audit acme --from 7d --project shop', 'of a project in the last week'],
    ['sluice audit acme --user ada@example.com --action project.settings', 'of one user, of one kind'],
  ])
    .argument('<org>', 'slug of the organization')
    .addOption(choiceOption('--action <action>', { values: AUDIT_ACTIONS, about: `kind: ${AUDIT_ACTIONS.join(', ')}` }))
    .option('--user <email>', 'only changes of this user')
    .option('--project <project>', 'only changes of this project')
    .option('--from <when>', 'since this time: ISO time, or an age such as 24h')
    .option('--to <when>', 'before this time')
    .option('--limit <n>', `number of changes, up to ${MAX}`, '50')
    .action((org: string, options: AuditOptions) => answer((context) => showAudit(context, org, options)));

async function showAudit({ database, clock }: CommandContext, org: string, options: AuditOptions): Promise<Answer> {
  const limit = Number(options.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX) throw usageError(`--limit must be from 1 to ${MAX}`);
  const db = database();
  const { id } = await findOrganization(db, org);
  const userId = options.user === undefined ? undefined : (await getUser(db, options.user)).id;
  const range = readMoments(options, clock());
  const { action, project } = options;
  const lines = await listAudit(db, id, { action, userId, project, ...range, limit });
  return {
    value: lines.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })),
    human: (style) =>
      table(
        ['AT', 'WHO', 'ACTION', 'WHAT', 'CHANGE'].map((title) => ({ title })),
        lines.map((line) => [momentText(line.at), line.actor.label, line.action, line.target, changeText(line)]),
        style,
        'No changes.',
      ),
  };
}

/** `scrub: false → true`, for each changed value. */
const changeText = ({ before, after }: AuditLine): string =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((name) => `${name}: ${valueText(before?.[name])}${JSON.stringify(after?.[name] ?? null)}`)
    .join(', ');

const valueText = (value: unknown): string => (value === undefined ? '' : `${JSON.stringify(value)} → `);
