import { destinationInputs } from '@sluice/alerts/kinds';
import type { CallParts } from '../../api/callApi';
import type { Destination, DestinationKind } from '../alerts/alertTypes';
import { contentsOf, objectOf } from '../alerts/contents';

/** A destination as a form has it: beside the named fields, contents of the inputs of its kind. Secrets are empty unless they are typed. */
export interface DestinationDraft {
  readonly kind: DestinationKind;
  readonly name: string;
  readonly hourlyLimit: string;
  readonly isQuiet: boolean;
  readonly timeZone: string;
  /** `HH:MM`. */
  readonly from: string;
  readonly to: string;
  /** 1 is Monday. */
  readonly days: readonly number[];
  readonly [input: string]: unknown;
}

/** What creates or changes a destination, but its kind: that cannot change. */
export type DestinationBody = Omit<
  NonNullable<CallParts<'POST /api/0/organizations/{org}/alerts/destinations'>['body']>,
  'kind'
>;

/** All days of the week, Monday first. */
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** Returns the form of a new destination. @param timeZone the reader's, for quiet hours */
export const newDestination = (kind: DestinationKind, timeZone: string): DestinationDraft => ({
  kind,
  name: '',
  hourlyLimit: '30',
  isQuiet: false,
  timeZone,
  from: '22:00',
  to: '07:00',
  days: ALL_DAYS,
});

/** Returns the form of a destination. */
export function destinationToDraft(destination: Destination, timeZone: string): DestinationDraft {
  const { kind, name, config, quietHours, hourlyLimit } = destination;
  return {
    ...newDestination(kind, timeZone),
    ...contentsOf(destinationInputs(kind), { config }),
    name,
    hourlyLimit: String(hourlyLimit),
    ...(quietHours === null ? {} : { ...quietHours, isQuiet: true, days: quietHours.days ?? ALL_DAYS }),
  };
}

/** Returns what creates or changes a destination. A secret that was not typed is left out: it stays as it is. */
export const draftToDestination = (draft: DestinationDraft): DestinationBody => ({
  name: draft.name.trim(),
  hourlyLimit: Number(draft.hourlyLimit),
  config: {},
  secrets: {},
  ...objectOf(
    destinationInputs(draft.kind),
    draft,
    ({ field, path }) => field.isOptional === true || path.startsWith('secrets.'),
  ),
  quietHours: quietHoursOf(draft),
});

function quietHoursOf({ isQuiet, timeZone, from, to, days }: DestinationDraft): DestinationBody['quietHours'] {
  if (!isQuiet) return null;
  const sorted = [...days].sort((a, b) => a - b);
  return { timeZone: timeZone.trim(), from, to, ...(days.length === ALL_DAYS.length ? {} : { days: sorted }) };
}
