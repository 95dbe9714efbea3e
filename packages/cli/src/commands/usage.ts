import { hourOf, startOfHour } from '@sluice/contract';
import type { ProjectCaps } from '@sluice/redis';
import { findOrganization, findProject, type Project } from '@sluice/db';
import { readFolds, readUsage, type UsageRow } from '@sluice/accounting';
import type { Command } from 'commander';
import { command, type AnswerWith } from '../cli.js';
import type { Answer, CommandContext } from '../context.js';
import { notes } from '../helpText.js';
import { foldTable } from '../output/foldTable.js';
import { hourlyLimits, hourlyLimitTable } from '../output/hourlyLimits.js';
import { sections } from '../output/sections.js';
import type { Style } from '../output/style.js';
import { usageTable } from '../output/usageTable.js';
import { momentText } from '../output/words.js';
import { parseMoment } from '../parse/moment.js';
import { scopeRef } from '../parse/projectRef.js';

/** Options of `usage`. */
export interface UsageOptions {
  readonly from: string;
  readonly to?: string;
}

/** Timeout for Redis in milliseconds. */
const REDIS_MS = 1_000;

/** Default of `--from`. */
const USAGE_FROM = '30d';

const LAG =
  '`processed` counts events when they are stored, other outcomes are rolled up regularly; both lag by a few seconds.';

/** `sluice usage <org>[/<project>]`. */
export const usage = (answer: AnswerWith): Command =>
  command('usage', 'Count events by project, type, outcome, reason and hour', [
    ['sluice usage acme', 'all projects of an organization'],
    ['sluice usage acme/shop --from 24h', 'the last 24 hours of a project, and its limits'],
    ['sluice usage acme --from 2026-11-01 --json', 'rows of { project, type, outcome, reason, hour, count }'],
  ])
    .argument('<scope>', '<org> or <org>/<project>')
    .option('--from <when>', 'first hour: ISO time, or an age such as 24h', USAGE_FROM)
    .option('--to <when>', 'last hour: ISO time, or an age such as 1h; now by default')
    .addHelpText('after', notes(LAG))
    .action((scope: string, options: UsageOptions) => answer((context) => showUsage(context, scope, options)));

/** Usage rows, summed over ledger epochs; hours in ISO 8601 UTC. */
async function showUsage(context: CommandContext, text: string, options: UsageOptions): Promise<Answer> {
  const scope = scopeRef(text);
  const now = context.clock();
  const fromHour = hourOf(parseMoment(options.from, now, 'past'));
  const throughHour = options.to === undefined ? undefined : hourOf(parseMoment(options.to, now, 'past'));
  const { where, project } = await narrow(context, scope);
  const rows = await readUsage(context.database(), {
    ...where,
    fromHour,
    ...(throughHour === undefined ? {} : { throughHour }),
  });
  const folds = await readFolds(context.database(), {
    ...where,
    fromMs: startOfHour(fromHour),
    ...(throughHour === undefined ? {} : { toMs: startOfHour(throughHour + 1) }),
  });
  const caps = project === undefined || context.json ? undefined : await capsOf(context, project);
  const human: Answer['human'] = (style) =>
    sections(
      [
        ['', usageTable(rows, style)],
        ['', folds.length === 0 ? '' : foldTable(folds, style)],
        [limitsTitle(caps), project === undefined ? '' : limitsText(project, caps, now, style)],
      ],
      style,
    );
  return { value: rows.map(usageValue), human };
}

async function narrow(
  context: CommandContext,
  { organization, project }: ReturnType<typeof scopeRef>,
): Promise<{ readonly where: { organizationId: string } | { projectId: string }; readonly project?: Project }> {
  const db = context.database();
  if (project === undefined) return { where: { organizationId: (await findOrganization(db, organization)).id } };
  const found = await findProject(db, { organization, project });
  return { where: { projectId: found.id }, project: found };
}

/** Current limits of the project; `undefined` if Redis is not configured or unavailable. */
async function capsOf(
  { place, clock, closeLater }: CommandContext,
  { organizationId, id }: Project,
): Promise<ProjectCaps | undefined> {
  if (place.redisUrl === undefined) return undefined;
  const { closeRedis, connectPatientRedis, createAllowance } = await import('@sluice/redis');
  const client = connectPatientRedis({ url: place.redisUrl, name: 'sluice-cli', commandTimeoutMs: REDIS_MS });
  closeLater(() => closeRedis(client));
  const caps = await createAllowance(client)
    .readCaps(organizationId, [id], hourOf(clock()))
    .catch(() => []);
  return caps[0];
}

const limitsTitle = (caps: ProjectCaps | undefined): string =>
  `Limits of this hour${caps === undefined ? '' : `, until ${momentText(new Date(caps.endsMs))}`}`;

function limitsText({ settings }: Project, caps: ProjectCaps | undefined, nowMs: number, style: Style): string {
  if (caps === undefined) return 'Unknown: REDIS_URL is not set or Redis is unavailable.';
  return hourlyLimitTable(hourlyLimits(settings, caps, nowMs), style);
}

const usageValue = ({ project, type, outcome, reason, hour, count }: UsageRow): object => ({
  project,
  type,
  outcome,
  reason,
  hour: new Date(startOfHour(hour)).toISOString(),
  count,
});
