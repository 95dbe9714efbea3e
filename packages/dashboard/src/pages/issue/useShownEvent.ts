import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { useProject } from '../../lib/useProject';
import { useSearch } from '../../lib/useSearch';
import { useHeld, useRangeChoice, useView } from '../../lib/useView';
import type { IssueDetail } from '../issues/issue';
import { EVENT, type EventDetail } from './event';

const EVENTS = 'GET /api/0/projects/{org}/{project}/issues/{issueId}/events';

/** The event that the page of an issue shows. */
export interface ShownEvent {
  /** `undefined` until it is known which one. */
  readonly eventId: string | undefined;
  /** `undefined` while it loads. */
  readonly event: EventDetail | undefined;
  /** Another event is shown until this one arrives. */
  readonly isStale: boolean;
  /** No event is in the range and matches the filters. */
  readonly isNone: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Returns the event of the URL, or the latest one of the range and the filters. */
export function useShownEvent(issue: IssueDetail): ShownEvent {
  const params = useProject();
  const { filter: present } = useView();
  // The event that is read stays while time passes; the page offers newer ones.
  const choice = [issue.id, present.environment, present.release, useRangeChoice()].join('\n');
  const filter = useHeld(choice, present);
  const { event: asked } = useSearch();
  const latest = useQuery({
    ...operationQuery(EVENTS, { params: { ...params, issueId: issue.id }, query: { ...filter, limit: 1 } }),
    enabled: asked === undefined,
  });
  const eventId = asked ?? latest.data?.data[0]?.id;
  const event = useQuery({
    ...operationQuery(EVENT, { params: { ...params, id: eventId ?? '' } }),
    enabled: eventId !== undefined,
    placeholderData: keepPreviousData,
  });
  const isNone = asked === undefined && latest.data !== undefined && eventId === undefined;
  return {
    eventId,
    event: isNone || event.data?.issueId !== issue.id ? undefined : event.data,
    isStale: event.isPending || event.isPlaceholderData,
    isNone,
    error: event.error ?? latest.error,
    retry: () => void (latest.error === null ? event.refetch() : latest.refetch()),
  };
}
