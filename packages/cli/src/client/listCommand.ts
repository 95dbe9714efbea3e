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
  type CommandInput,
} from './clientCommand.js';
import { isOfOrganization, pathOf, type ListName, type RowOf } from './operation.js';
import { listBody, readPages, type ListBody } from './readPages.js';

/** A list of the API. Its filters are options named like the API's parameters. */
export interface ListSpec<Name extends ListName = ListName> extends Omit<ClientCommandSpec, 'of'> {
  /** Its path parameters, after those of the project or organization, are the arguments of the command. */
  readonly operation: Name;
  readonly columns: readonly WireColumn<RowOf<Name>>[];
  /** Options for range, environment and release, if the list does not have all of them. */
  readonly filters?: readonly Flag[];
  /** Message for an empty list. */
  readonly empty: string;
}

/** Limits of `--all`; the printed cursor continues from there. */
const ALL = { rows: 10_000, pages: 200 } as const;
/** Maximum page size of the API. */
const PAGE = 100;

/** Paging options. */
const PAGING: readonly Flag[] = [
  ['--limit <rows>', `rows per page, 1 to ${PAGE} (50)`],
  ['--cursor <cursor>', 'continue where a page ended'],
  ['--all', `follow the pages, up to ${ALL.rows.toLocaleString('en-US')} rows`],
];

/** Creates a list command. `--json` prints the response of the API, or with `--all` the rows of all pages. */
export function listCommand<Name extends ListName>(answer: AnswerWith, spec: ListSpec<Name>): Command {
  return onClient(listOptions(spec), (given) => answer((context) => showList(context, spec, given)));
}

/** The options of the list and those that every list has. */
export const listOptions = (spec: ListSpec): ClientCommandSpec => ({
  ...spec,
  ...(isOfOrganization(spec.operation) ? { of: 'organization' } : {}),
  options: [...(spec.options ?? []), ...(spec.filters ?? [...RANGE, ...PLACE]), ...PAGING],
});

/** Reads a page, or all, and shows it. */
export async function showList(
  context: CommandContext,
  spec: ListSpec,
  given: Omit<CommandInput, 'now'>,
): Promise<Answer> {
  const client = clientOf(context, given);
  const request = listRequest(spec, { ...given, now: context.clock() });
  if (given.options['all'] === undefined) {
    const { body } = await client.call(request);
    return { value: body, human: (style) => listText(spec, listBody(body), style) };
  }
  const all = await readPages(client, { ...request, query: { ...request.query, limit: String(PAGE) } }, ALL);
  return { value: all, human: (style) => listText(spec, all, style) };
}

/** Returns the request of a list. @throws CliError for an invalid option */
export function listRequest(spec: ListSpec, given: CommandInput): ApiRequest {
  const { limit, cursor, all } = given.options;
  if (limit !== undefined && all !== undefined)
    throw usageError('--limit and --all cannot be combined: --limit sets the rows per page, --all reads all pages');
  return {
    of: given.of,
    path: pathOf(spec.operation, given.arguments),
    query: {
      ...pick(given.options, [...(spec.options ?? []), ...PLACE]),
      ...timeRange(given),
      limit: limit === undefined ? undefined : String(parseCount(limit, 1, PAGE)),
      cursor,
    },
  };
}

/** The rows, followed by how far the scan got and how to continue. */
function listText({ columns, empty }: ListSpec, { data, next, scannedTo }: ListBody, style: Style): string {
  const rows = wireTable(columns, data, style, next === null ? empty : 'No matching rows scanned so far.');
  if (next === null) return rows;
  const shown = data.length === 0 ? '' : `${plural(data.length, 'row')}. `;
  const looked = scannedTo === null ? `${shown}More` : `${shown}Scanned back to ${printable(scannedTo)}; more`;
  return `${rows}\n${style.dim(`${looked} with --cursor ${printable(next)}`)}`;
}
