import { hourOf, startOfHour } from '@sluice/contract';
import { findOrganization, findProject, readFolds, readUsage, type UsageRow } from '@sluice/db';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { foldTable } from '../output/foldTable.js';
import { usageTable } from '../output/usageTable.js';
import { parseMoment } from '../parse/moment.js';
import { scopeRef } from '../parse/projectRef.js';

/** Which hours to show. */
export interface UsageOptions {
  readonly from: string;
  readonly to?: string;
}

/** Default of `--from`. */
const USAGE_FROM = '30d';

/** `sluice usage <org>[/<project>]`. */
export const usage = (answer: AnswerWith): Command =>
  command('usage', 'Count events by project, type, outcome, reason and hour', [
    ['sluice usage acme', 'every project of an organization, summed up'],
    ['sluice usage acme/shop --from 24h', 'the last 24 hours of one project'],
    ['sluice usage acme --from 2026-11-01 --json', 'rows of { project, type, outcome, reason, hour, count }'],
  ])
    .argument('<scope>', 'written <org> or <org>/<project>')
    .option('--from <when>', 'first hour: ISO time, or a span such as 24h', USAGE_FROM)
    .option('--to <when>', 'last hour: ISO time, or a span such as 1h; now by default')
    .addHelpText(
      'after',
      '\n`processed` is counted when an event is stored, refusals when they are rolled up: both some seconds behind.',
    )
    .action((scope: string, options: UsageOptions) => answer((context) => showUsage(context, scope, options)));

/** Usage rows, counts of all ledger epochs added up; hours as ISO 8601 UTC. */
async function showUsage(context: CommandContext, text: string, options: UsageOptions): Promise<Answer> {
  const scope = scopeRef(text);
  const now = context.clock();
  const fromHour = hourOf(parseMoment(options.from, now, 'past'));
  const throughHour = options.to === undefined ? undefined : hourOf(parseMoment(options.to, now, 'past'));
  const place = await narrow(context, scope);
  const rows = await readUsage(context.database(), {
    ...place,
    fromHour,
    ...(throughHour === undefined ? {} : { throughHour }),
  });
  const folds = await readFolds(context.database(), {
    ...place,
    fromMs: startOfHour(fromHour),
    ...(throughHour === undefined ? {} : { toMs: startOfHour(throughHour + 1) }),
  });
  const human: Answer['human'] = (style) =>
    [usageTable(rows, style), ...(folds.length === 0 ? [] : [foldTable(folds, style)])].join('\n\n');
  return { value: rows.map(usageValue), human };
}

async function narrow(
  context: CommandContext,
  { organization, project }: ReturnType<typeof scopeRef>,
): Promise<{ organizationId: string } | { projectId: string }> {
  const db = context.database();
  if (project === undefined) return { organizationId: (await findOrganization(db, organization)).id };
  return { projectId: (await findProject(db, { organization, project })).id };
}

const usageValue = ({ project, type, outcome, reason, hour, count }: UsageRow): object => ({
  project,
  type,
  outcome,
  reason,
  hour: new Date(startOfHour(hour)).toISOString(),
  count,
});
