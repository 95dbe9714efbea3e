import { isWireType, lowestIdAt, WIRE_TYPES } from '@sluice/contract';
import { findProject, listProjects, TABLE_OF, type Database, type EventTableName } from '@sluice/db';
import { listStoredSince, type StoredEvent } from '../sql/listStoredSince.js';
import { streamStoredEvents } from '../sql/streamStoredEvents.js';
import type { Command } from 'commander';
import { choice, choiceOption } from '../choice.js';
import { command, type AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { printableJson } from '../output/printable.js';
import { eventLine, eventValue, nameEvent } from '../output/eventLine.js';
import { parseCount, parseMoment } from '../parse/moment.js';
import { projectRef } from '../parse/projectRef.js';

/** Options of `tail`. */
export interface TailOptions {
  readonly project?: string;
  readonly type?: string;
  readonly from?: string;
  readonly limit?: string;
  readonly once?: boolean;
}

/** Default start: now, or an hour ago with `--once`. */
const FROM = { follow: '0s', once: '1h' } as const;

/** `sluice tail`. */
export const tail = (answer: AnswerWith): Command =>
  command(
    'tail',
    'Show stored events as they arrive',
    [
      ['sluice tail', 'all events, until Ctrl-C'],
      ['sluice tail --project acme/shop --type exception', 'one type of one project'],
      ['sluice tail --from 10m --once', 'the last ten minutes, then exit'],
      ['sluice tail --limit 1 --json', 'wait for one event'],
    ],
    'one JSON value per line; with --once, one array',
  )
    .option('--project <org/project>', 'only this project')
    .addOption(choiceOption('--type <type>', choice(WIRE_TYPES)))
    .option('--from <when>', 'start at this arrival: ISO time, or an age such as 10m (now; with --once 1h)')
    .option('--limit <count>', 'exit after this many events')
    .option('--once', 'exit after the last event that is stored now')
    .action((options: TailOptions) => answer((context) => tailEvents(context, options)));

/** Prints events one by one and returns no value; with `--once --json` it returns all of them. */
async function tailEvents(context: CommandContext, options: TailOptions): Promise<Answer> {
  const once = options.once === true;
  const table = options.type === undefined ? undefined : tableOf(options.type);
  const limit = options.limit === undefined ? Infinity : parseCount(options.limit, 1, 1_000_000_000);
  const fromMs = parseMoment(options.from ?? FROM[once ? 'once' : 'follow'], context.clock(), 'past');
  const db = context.database();
  const only = options.project === undefined ? undefined : await findProject(db, projectRef(options.project));
  const projects = new Map(
    (only === undefined ? await listProjects(db) : [only]).map((project) => [project.id, project]),
  );
  const request = { ...(only === undefined ? {} : { projectIds: [only.id] }), fromMs, signal: context.signal };
  const collected = context.json && once ? new Array<object>() : undefined;
  let shown = 0;
  for await (const event of once ? storedNow(db, request) : streamStoredEvents(db, request)) {
    if (table !== undefined && event.table !== table) continue;
    const named = nameEvent(event, projects.get(event.projectId));
    if (collected !== undefined) collected.push(eventValue(named));
    else context.print(context.json ? printableJson(eventValue(named)) : eventLine(named, context.style));
    shown += 1;
    if (shown >= limit) break;
  }
  if (once && shown === 0) context.note(`No events arrived since ${new Date(fromMs).toISOString()}.`);
  return { value: collected, human: () => '' };
}

/** Returns the table of a type. Metrics have none. @throws CliError */
function tableOf(type: string): EventTableName {
  if (!isWireType(type)) throw usageError(`"${type}" is not an event type: ${WIRE_TYPES.join(', ')}`);
  return TABLE_OF[type];
}

const PAGE = 1_000;

/** Returns stored events that arrived since a time, by id. */
async function* storedNow(
  db: Database,
  { projectIds, fromMs, signal }: { projectIds?: readonly string[]; fromMs: number; signal: AbortSignal },
): AsyncGenerator<StoredEvent> {
  let afterId = lowestIdAt(fromMs);
  for (;;) {
    const page = await listStoredSince(db, {
      ...(projectIds === undefined ? {} : { projectIds }),
      afterId,
      limit: PAGE,
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || signal.aborted) return;
    afterId = last.id;
  }
}
