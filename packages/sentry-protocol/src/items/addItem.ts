import { isObject, type EventType, type UnknownObject } from '@sluice/contract';
import type { EnvelopeItem } from '../envelope/readEnvelope.js';
import { translateUserReport } from '../logs/translateFeedback.js';
import { translateLog } from '../logs/translateLog.js';
import { addSecurityReports } from '../security/translateSecurityReport.js';
import { translateMetric } from '../metrics/translateMetric.js';
import { MAX_EVENT_ITEM, NOT_AN_OBJECT, refusedEvent, TOO_LARGE, type SluiceEvent } from '../sluiceEvent.js';
import { translateChild } from '../spans/translateChild.js';
import { translateStreamedSpan } from '../spans/translateStreamedSpan.js';
import type { Problem } from '../problem.js';
import { countUntaken, tooManyEvents, type Draft, type TranslationOptions } from '../translation.js';
import { addClientReport } from './addClientReport.js';
import { addEvent } from './addEvent.js';
import type { EnvelopeFacts } from '../event/eventFacts.js';

/** Adds an item whose payload is an object. */
type Add = (
  draft: Draft,
  payload: UnknownObject,
  item: EnvelopeItem,
  facts: EnvelopeFacts,
) => Generator<undefined, Problem | undefined>;

/** An item type that Sluice takes, except those of replays. */
interface Kind {
  /** Type of the invalid event for a payload that is no JSON object. */
  readonly type: EventType;
  readonly add: Add;
  /** Whether it has the parts of several events, which are translated one by one. */
  readonly isList?: boolean;
}

const KINDS: ReadonlyMap<unknown, Kind> = new Map<string, Kind>([
  ['event', { type: 'exception', add: addEventItem('event') }],
  ['transaction', { type: 'span', add: addEventItem('transaction'), isList: true }],
  ['feedback', { type: 'log', add: addEventItem('feedback') }],
  ['span', { type: 'span', add: addSpans, isList: true }],
  ['log', { type: 'log', add: addContainer('log', translateLog), isList: true }],
  ['trace_metric', { type: 'metric', add: addContainer('metric', translateMetric), isList: true }],
  ['user_report', { type: 'log', add: addUserReport }],
  ['raw_security', { type: 'exception', add: addSecurity }],
]);

/**
 * Adds an item of an envelope that is not part of a replay. An item of a type that Sluice does not take is counted only. Yields after
 * each entry of a list.
 */
export function* addItem(
  draft: Draft,
  item: EnvelopeItem,
  facts: EnvelopeFacts,
  { parse }: TranslationOptions,
): Generator<undefined, Problem | undefined> {
  const type = item.header['type'];
  if (type === 'client_report') {
    const report = yield* parse(item.payload);
    if (isObject(report)) addClientReport(draft, report);
    else countUntaken(draft, type);
    return undefined;
  }
  const kind = KINDS.get(type);
  if (kind === undefined) {
    countUntaken(draft, type);
    return undefined;
  }
  const isTooLarge = kind.isList !== true && item.payload.length > MAX_EVENT_ITEM;
  const payload = isTooLarge ? undefined : yield* parse(item.payload);
  if (isObject(payload)) return yield* kind.add(draft, payload, item, facts);
  draft.events.push(refusedEvent(kind.type, isTooLarge ? TOO_LARGE : NOT_AN_OBJECT));
  return tooManyEvents(draft);
}

function addEventItem(kind: 'event' | 'transaction' | 'feedback'): Add {
  return (draft, event, { payload }, facts) => addEvent(draft, event, kind, { bytes: payload, envelope: facts });
}

function addSpans(draft: Draft, payload: UnknownObject): ReturnType<Add> {
  const { items } = payload;
  return Array.isArray(items)
    ? addEntries(draft, items, 'span', translateStreamedSpan)
    : addOne(draft, translateChild(payload, {}));
}

function addContainer(type: EventType, translate: (entry: UnknownObject) => SluiceEvent): Add {
  return (draft, { items }) =>
    Array.isArray(items)
      ? addEntries(draft, items, type, translate)
      : addOne(draft, refusedEvent(type, 'The payload of the item has no list "items".'));
}

function* addEntries(
  draft: Draft,
  entries: readonly unknown[],
  type: EventType,
  translate: (entry: UnknownObject) => SluiceEvent,
): Generator<undefined, Problem | undefined> {
  const problem = tooManyEvents(draft, entries.length);
  if (problem !== undefined) return problem;
  for (const entry of entries) {
    draft.events.push(
      isObject(entry) ? translate(entry) : refusedEvent(type, 'An entry of the list "items" is not an object.'),
    );
    yield;
  }
  return undefined;
}

// eslint-disable-next-line require-yield -- one event
function* addOne(draft: Draft, event: SluiceEvent): Generator<undefined, Problem | undefined> {
  draft.events.push(event);
  return tooManyEvents(draft);
}

function addUserReport(draft: Draft, report: UnknownObject): ReturnType<Add> {
  return addOne(draft, translateUserReport(report));
}

function addSecurity(draft: Draft, report: UnknownObject, { payload }: EnvelopeItem): ReturnType<Add> {
  return addSecurityReports(draft, payload, {}, report);
}
