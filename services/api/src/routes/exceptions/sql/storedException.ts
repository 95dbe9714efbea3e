import type { EventDetail, ListedEvent, JsonObject } from '@sluice/db';

/** An exception as lists return it. */
export type StoredException = ListedEvent<'exceptions'> & {
  /** `null` where its issue was deleted. */
  readonly issueId: string | null;
};

/** An exception with everything that is stored of it. */
export type ExceptionDetail = Omit<EventDetail<'exceptions'>, 'breadcrumbs'> & {
  readonly issueId: string | null;
  /** `platform`, `frames`, `stack`, `cause`, `breadcrumbs`, `fingerprint`, as sent. */
  readonly payload: JsonObject;
};
