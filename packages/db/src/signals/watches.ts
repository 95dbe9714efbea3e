import type { EndpointCondition, LogQuery, LogRateCondition, StoredCondition } from '@sluice/contract';
import { seriesId } from './seriesId.js';

/** Conditions for which workers count by minute. */
export type WatchedKind = 'issue_rate' | 'endpoint' | 'log_rate';

/** An endpoint whose root spans are counted. */
export interface WatchedEndpoint {
  readonly series: string;
  readonly condition: EndpointCondition;
}

/** A query whose logs are counted. */
interface WatchedLogs {
  readonly series: string;
  /** Its text is in lower case. */
  readonly query: LogQuery;
}

/** What workers count by minute, by project. Projects without a rule are in none of the maps. */
export interface Watches {
  /** Projects whose exceptions are counted. */
  readonly issueRates: ReadonlySet<string>;
  /** By project and name of the endpoint. */
  readonly endpoints: ReadonlyMap<string, ReadonlyMap<string, readonly WatchedEndpoint[]>>;
  readonly logs: ReadonlyMap<string, readonly WatchedLogs[]>;
}

/** Nothing is watched. */
export const NO_WATCHES: Watches = { issueRates: new Set(), endpoints: new Map(), logs: new Map() };

/** A rule and the projects that it applies to. */
export interface WatchingRule {
  readonly id: string;
  readonly conditions: readonly StoredCondition[];
  readonly projectIds: readonly string[];
}

/** Returns what conditions of these kinds watch, indexed for the workers. Pure. */
export function indexWatches(rules: readonly WatchingRule[], kinds: readonly WatchedKind[]): Watches {
  const issueRates = new Set<string>();
  const endpoints = new Map<string, Map<string, WatchedEndpoint[]>>();
  const logs = new Map<string, WatchedLogs[]>();
  for (const { id, conditions, projectIds } of rules) {
    conditions.forEach((condition, index) => {
      if (!isWatched(condition, kinds)) return;
      if (condition.kind === 'issue_rate') for (const projectId of projectIds) issueRates.add(projectId);
      if (condition.kind === 'endpoint') {
        const watched = { series: seriesId(id, index, condition), condition };
        for (const projectId of projectIds) push(ofProject(endpoints, projectId), condition.name, watched);
      }
      if (condition.kind === 'log_rate') {
        const watched = { series: seriesId(id, index, condition), query: inLowerCase(condition.query) };
        for (const projectId of projectIds) push(logs, projectId, watched);
      }
    });
  }
  return { issueRates, endpoints, logs };
}

/** A condition for which workers count. */
type WatchedCondition = { readonly kind: 'issue_rate' } | EndpointCondition | LogRateCondition;

const isWatched = (condition: StoredCondition, kinds: readonly string[]): condition is WatchedCondition =>
  kinds.includes(condition.kind);

const inLowerCase = ({ text, ...query }: LogQuery): LogQuery =>
  text === undefined ? query : { ...query, text: text.toLowerCase() };

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [item]);
  else known.push(item);
}

function ofProject<T>(map: Map<string, Map<string, T>>, projectId: string): Map<string, T> {
  const known = map.get(projectId);
  if (known !== undefined) return known;
  const created = new Map<string, T>();
  map.set(projectId, created);
  return created;
}
