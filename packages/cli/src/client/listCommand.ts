import type { Command } from 'commander';
import type { AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { printable } from '../output/printable.js';
import type { Style } from '../output/style.js';
import { wireTable, type WireColumn } from '../output/wireTable.js';
import { plural } from '../output/words.js';
import { parseCount } from '../parse/moment.js';
import type { ApiRequest } from './apiRequest.js';
import {
  clientOf,
  onClient,
  pick,
  PLACE,
  RANGE,
  timeRange,
  type ClientCommandSpec,
  type Flag,
  type Given,
} from './clientCommand.js';
import { listBody, readPages, type ListBody } from './readPages.js';

/** A list of the API. Its filters are options whose names are those of the API's parameters. */
export interface ListSpec extends ClientCommandSpec {
  readonly path: (argumentsGiven: readonly string[]) => readonly string[];
  readonly columns: readonly WireColumn[];
  /** Options of a time range and of an event's place, for a list that has not both. */
  readonly filters?: readonly Flag[];
  /** Said where there is nothing. */
  readonly empty: string;
}

/** What `--all` reads at most; beyond it, the cursor goes on. */
const ALL = { rows: 10_000, pages: 200 } as const;
/** The API's largest page. */
const PAGE = 100;

/** The most rows of a page that can be asked for, and options of paging. */
const PAGING: readonly Flag[] = [
  ['--limit <rows>', `rows per page, 1 to ${PAGE} (50)`],
  ['--cursor <cursor>', 'continue where a page ended'],
  ['--all', `follow the pages, up to ${ALL.rows.toLocaleString('en-US')} rows`],
];

/** A command that lists; `--json` is the API's answer, with `--all` the pages' rows in one. */
export function listCommand(answer: AnswerWith, spec: ListSpec): Command {
  return onClient(listOptions(spec, spec.filters), (given) => answer((context) => showList(context, spec, given)));
}

/** The list's own options and those that every list has. */
export const listOptions = <S extends ClientCommandSpec>(
  spec: S,
  filters: readonly Flag[] = [...RANGE, ...PLACE],
): S => ({
  ...spec,
  options: [...(spec.options ?? []), ...filters, ...PAGING],
});

/** Reads a page, or all, and shows it. */
export async function showList(context: CommandContext, spec: ListSpec, given: Omit<Given, 'now'>): Promise<Answer> {
  const client = clientOf(context, given);
  const request = listRequest(spec, { ...given, now: context.clock() });
  if (given.options['all'] === undefined) {
    const { body } = await client.call(request);
    return { value: body, human: (style) => listText(spec, listBody(body), style) };
  }
  const all = await readPages(client, { ...request, query: { ...request.query, limit: String(PAGE) } }, ALL);
  return { value: all, human: (style) => listText(spec, all, style) };
}

/** The request of a list. Throws where an option cannot be meant. */
export function listRequest(spec: ListSpec, given: Given): ApiRequest {
  const { limit, cursor, all } = given.options;
  if (limit !== undefined && all !== undefined) throw usageError('--limit is of a page, and --all reads them all');
  return {
    path: spec.path(given.arguments),
    query: {
      ...pick(given.options, [...(spec.options ?? []), ...PLACE]),
      ...timeRange(given),
      limit: limit === undefined ? undefined : String(parseCount(limit, 1, PAGE)),
      cursor,
    },
  };
}

/** Rows, and below them how far the look went and how to go on. */
function listText({ columns, empty }: ListSpec, { data, next, scannedTo }: ListBody, style: Style): string {
  const rows = wireTable(columns, data, style, next === null ? empty : 'Nothing so far.');
  if (next === null) return rows;
  const shown = data.length === 0 ? '' : `${plural(data.length, 'row')}. `;
  const looked = scannedTo === null ? `${shown}More` : `${shown}Looked back to ${printable(scannedTo)}; more`;
  return `${rows}\n${style.dim(`${looked} with --cursor ${printable(next)}`)}`;
}
