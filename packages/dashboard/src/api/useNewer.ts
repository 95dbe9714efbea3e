import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { usePresent } from '../lib/clock';
import { useRangeChoice } from '../lib/useView';
import { callApi, type OperationName } from './callApi';
import { compareRows, updateRows } from './newerRows';
import { operationKey, type ReadParts } from './operationQuery';
import { isPassing, noteRefresh, partOf } from './refreshProblem';

interface Page {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/** Rows that a list has by now. */
export interface NewerRows {
  /** How many were never shown; 0 if only the order is another one. */
  readonly count: number;
  /** There are more than one page has. */
  readonly isMore: boolean;
  readonly show: () => void;
}

/** What a list shows, and since when. */
interface HeldParts<Name extends OperationName> {
  /** What the reader chose: other filters, or another range. */
  readonly id: string;
  readonly parts: ReadParts<Name>;
  /** `Present.end` when it was read. */
  readonly end: number;
  readonly hold: (parts: ReadParts<Name>) => void;
}

/** Returns the parts with which a list is read: while only time passes, those of the start. */
export function useHeldParts<Name extends OperationName>(
  operation: Name,
  asked: ReadParts<Name>,
  isHeld: boolean,
): HeldParts<Name> {
  const { end } = usePresent();
  const filters = { ...asked.query, from: undefined, to: undefined };
  const id = JSON.stringify([operation, asked.params, filters, useRangeChoice(), isHeld]);
  const [held, setHeld] = useState({ id, parts: asked, end });
  const shown = held.id === id && isHeld ? held : { id, parts: asked, end };
  if (isHeld && shown !== held) setHeld(shown);
  return { ...shown, hold: (parts) => setHeld({ id, parts, end }) };
}

interface Shown<Name extends OperationName> {
  readonly asked: ReadParts<Name>;
  readonly held: HeldParts<Name>;
  readonly keyOf: ((row: never) => string) | undefined;
  /** The loaded pages; `undefined` until they are those of `held`. */
  readonly pages: readonly Page[] | undefined;
}

/**
 * Reads the first page of a list anew when time has passed. Rows that keep their places get their new values; what would move rows
 * is returned, for the reader to ask for.
 */
export function useNewer<Name extends OperationName>(
  operation: Name,
  { asked, held, keyOf, pages }: Shown<Name>,
): NewerRows | undefined {
  const client = useQueryClient();
  const { end } = usePresent();
  const seen = useSeen(held.id, pages, keyOf);
  const newest = useQuery({
    queryKey: ['newest', held.id, asked, end],
    queryFn: ({ signal }) => readNewest(operation, asked, signal),
    enabled: keyOf !== undefined && pages !== undefined && end !== held.end && !isPast(asked, held.parts),
    // Of the same list: what was found a minute ago is offered until it is looked for again.
    placeholderData: (before, query) => (query?.queryKey[1] === held.id ? before : undefined),
    retry: false,
  });
  const page = end === held.end ? undefined : newest.data;
  const isEmpty = pages?.every(({ data }) => data.length === 0) === true;
  const found =
    page === undefined || pages === undefined || keyOf === undefined
      ? undefined
      : compareRows(pages, page, seen, keyOf);
  const show = (): void => {
    client.setQueryData(operationKey(operation, asked), { pages: [page], pageParams: [undefined] });
    held.hold(asked);
  };
  useEffect(() => {
    if (page === undefined || found === undefined || keyOf === undefined || newest.isPlaceholderData) return;
    if (isEmpty && page.data.length > 0) show();
    else if (!found.wouldMove) {
      const key = operationKey(operation, held.parts);
      client.setQueryData<{ readonly pages: readonly Page[] }>(
        key,
        (known) => known && { ...known, pages: updateRows(known.pages, page, keyOf) },
      );
    }
    // Once for each page that arrives.
  }, [newest.data]);
  if (page === undefined || found?.wouldMove !== true || isEmpty) return undefined;
  return { count: found.count, isMore: found.count === page.data.length && page.next !== null, show };
}

/** Whether a range was chosen by its ends: it does not move, and what is in it hardly changes. */
const isPast = <Name extends OperationName>(asked: ReadParts<Name>, held: ReadParts<Name>): boolean => {
  const [now, before] = [asked.query, held.query] as Readonly<Record<string, unknown> | undefined>[];
  return now?.['to'] !== undefined && now['to'] === before?.['to'];
};

/** Returns the keys of all rows that were shown since the reader chose what to see. */
function useSeen(id: string, pages: Shown<never>['pages'], keyOf: Shown<never>['keyOf']): ReadonlySet<string> {
  const seen = useRef({ id, keys: new Set<string>() });
  if (seen.current.id !== id) seen.current = { id, keys: new Set() };
  for (const row of keyOf === undefined ? [] : (pages ?? []).flatMap(({ data }) => data)) {
    seen.current.keys.add(keyOf?.(row as never) ?? '');
  }
  return seen.current.keys;
}

async function readNewest<Name extends OperationName>(
  operation: Name,
  parts: ReadParts<Name>,
  signal: AbortSignal,
): Promise<Page> {
  const part = partOf(operation, parts);
  try {
    const page = (await callApi(operation, { ...parts, signal })) as Page;
    noteRefresh(part);
    return page;
  } catch (error) {
    if (isPassing(error)) noteRefresh(part, error);
    throw error;
  }
}
