import { WIRE_TYPES, timeOfId, type AcceptedEvent, type WireType, type ProjectSettings } from '@sluice/contract';
import {
  hasPreviewField,
  readPreviewExamples,
  readPreviewGroups,
  type PreviewExample,
  type PreviewFields,
  type PreviewGroup,
} from './sql/readPreviewGroups.js';
import type { Database } from '@sluice/db';
import { compileFilters, createAgentClassifier, filterInSteps, type ProjectFilters } from '@sluice/filters';
import { runCooperatively, type PausableTask } from '@sluice/runtime';

/** A setting below `filters`. */
export type FilterName = keyof ProjectSettings['filters'];

/** The fields of events that each filter looks at. */
const FIELDS: Readonly<Record<FilterName, PreviewFields>> = {
  ips: 'address',
  environments: 'environment',
  releases: 'release',
  messages: 'message',
  crawlers: 'agent',
  legacyBrowsers: 'agent',
  browserExtensions: 'frames',
  localhost: 'page',
};

/** What a filter would have dropped among stored events of one type. */
interface PreviewOfType {
  readonly type: WireType;
  readonly matched: number;
  readonly scanned: number;
  /** Events whose address or agent is not stored, so that it is not known whether the filter would have dropped them. */
  readonly unknown: number;
  readonly scannedToMs: number | undefined;
}

/** What a filter would have dropped among stored events. */
export interface FilterPreview {
  readonly matched: number;
  readonly scanned: number;
  /** When the oldest event that was looked at arrived, if there are older ones in the range (milliseconds since 1970). */
  readonly scannedToMs: number | undefined;
  readonly types: readonly PreviewOfType[];
  readonly examples: readonly (PreviewExample & { readonly atMs: number })[];
}

const MAX_EXAMPLES = 5;

const OFF: ProjectSettings['filters'] = {
  ips: [],
  environments: [],
  releases: [],
  messages: [],
  crawlers: false,
  browserExtensions: false,
  localhost: false,
  legacyBrowsers: false,
};

/** Returns what one filter with these entries (for a switch: none) would have dropped since `sinceMs`, decided as gateways do. */
export async function previewFilter(
  db: Database,
  projectId: string,
  {
    filter,
    entries,
    sinceMs,
  }: { readonly filter: FilterName; readonly entries: readonly string[]; readonly sinceMs: number },
): Promise<FilterPreview> {
  const isList = Array.isArray(OFF[filter]);
  const filters = compileFilters({ ingestion: true, filters: { ...OFF, [filter]: isList ? entries : true } });
  const fields = FIELDS[filter];
  const matches = createMatcher(filters);
  const found: FilterPreview['types'][number][] = [];
  const newest: { readonly type: WireType; readonly id: string }[] = [];
  let scannedToMs: number | undefined;
  for (const type of WIRE_TYPES) {
    if (!hasPreviewField(type, fields)) continue;
    const scan = await readPreviewGroups(db, projectId, { type, fields, sinceMs });
    const matched = await runCooperatively(filterGroups(scan.groups, matches));
    const { scanned, unknown } = scan;
    const dropped = matched.reduce((sum, { count }) => sum + count, 0);
    found.push({ type, matched: dropped, scanned, unknown, scannedToMs: scan.scannedToMs });
    newest.push(...matched.map(({ newestId }) => ({ type, id: newestId })));
    if (scan.scannedToMs !== undefined) scannedToMs = Math.max(scan.scannedToMs, scannedToMs ?? 0);
  }
  return {
    matched: found.reduce((sum, { matched }) => sum + matched, 0),
    scanned: found.reduce((sum, { scanned }) => sum + scanned, 0),
    scannedToMs,
    types: found,
    examples: await readExamples(db, projectId, newest),
  };
}

/** Returns the groups that match; yields after each, because a filter costs up to 3 ms for a long text, and within costly ones. */
function* filterGroups(
  groups: readonly PreviewGroup[],
  matches: (group: PreviewGroup) => PausableTask<boolean>,
): PausableTask<readonly PreviewGroup[]> {
  const matched: PreviewGroup[] = [];
  for (const group of groups) {
    if (yield* matches(group)) matched.push(group);
    yield;
  }
  return matched;
}

async function readExamples(
  db: Database,
  projectId: string,
  newest: readonly { readonly type: WireType; readonly id: string }[],
): Promise<FilterPreview['examples']> {
  const shown = [...newest].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, MAX_EXAMPLES);
  const read = await Promise.all(
    WIRE_TYPES.map((type) =>
      readPreviewExamples(
        db,
        projectId,
        type,
        shown.filter((one) => one.type === type).map(({ id }) => id),
      ),
    ),
  );
  return read
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map((example) => ({ ...example, atMs: timeOfId(example.id) }));
}

/** Returns a task that returns whether the filters drop the events of a group. */
function createMatcher(filters: ProjectFilters): (group: PreviewGroup) => PausableTask<boolean> {
  const classifyAgent = createAgentClassifier();
  return function* (group) {
    const address = group.address ?? '';
    const facts = {
      filters,
      addressEntry: filters.ips?.(address),
      agent: classifyAgent(group.agent ?? ''),
      page: { pageHost: undefined, address },
    };
    return (yield* filterInSteps(eventOf(group), facts)) !== undefined;
  };
}

/** Returns an event with the fields of a group, as the filters see it. */
function eventOf({ type, environment, release, message, name, url, frames, stack }: PreviewGroup): AcceptedEvent {
  const contexts = { ...(environment === null ? {} : { environment }), ...(release === null ? {} : { release }) };
  const files = (frames ?? []).flatMap((file) => (file === null ? [] : [{ file }]));
  const payload = {
    ...(message === null ? {} : { message }),
    ...(name === null ? {} : { type: name }),
    ...(url === null ? {} : { url }),
    ...(files.length === 0 ? {} : { frames: files }),
    ...(stack === null ? {} : { stack }),
  };
  return { type, timestamp: '', contexts, payload };
}
