import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../api/callApi';
import { EVERY_MINUTE, operationKey } from '../../api/operationQuery';
import { ORGANIZATION_FIRINGS, PROJECT_FIRINGS, type AlertScope } from './alertTypes';
import { DAY_MS } from '../../lib/durations';

/** How far back a last firing is looked for. */
const LOOK_BACK_DAYS = 30;
const MOST = 100;

/** When rules fired last. */
export interface LastFired {
  /** By the id of the rule; a rule that is not in it has not fired in `since`. */
  readonly at: ReadonlyMap<string, string>;
  readonly isLoading: boolean;
  /** `undefined`: not read. Otherwise the start of what was looked at, ISO 8601. */
  readonly since: string | undefined;
  /** Whether earlier firings than the latest hundred were left out, so that `since` is the earliest of these. */
  readonly isCut: boolean;
}

/** Returns when rules fired last, from the latest hundred firings of 30 days. */
export function useLastFired({ org, project }: AlertScope): LastFired {
  const { data, isLoading } = useQuery({
    queryKey: [...operationKey(project === undefined ? ORGANIZATION_FIRINGS : PROJECT_FIRINGS), 'last', org, project],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - LOOK_BACK_DAYS * DAY_MS).toISOString();
      const query = { from, limit: MOST };
      const { data: rows, next } =
        project === undefined
          ? await callApi(ORGANIZATION_FIRINGS, { params: { org }, query, signal })
          : await callApi(PROJECT_FIRINGS, { params: { org, project }, query, signal });
      return { rows, from: next === null ? from : (rows.at(-1)?.at ?? from), isCut: next !== null };
    },
    ...EVERY_MINUTE,
  });
  return useMemo(
    () => ({
      // The latest is first: it must win.
      at: new Map([...(data?.rows ?? [])].reverse().map(({ rule, at }) => [rule.id, at])),
      isLoading,
      since: data?.from,
      isCut: data?.isCut ?? false,
    }),
    [data, isLoading],
  );
}
