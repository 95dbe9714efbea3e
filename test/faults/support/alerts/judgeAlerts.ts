import { type ReceivedMessage } from './alertReceiver.js';
import { type FiringState, type Happening } from './happened.js';

/** A firing of the rule. */
interface ObservedFiring {
  readonly id: string;
  readonly kind: string;
  readonly state: FiringState;
  readonly subject: string;
  /** Of a series: start of the first minute in which the comparison held, ISO 8601. */
  readonly since?: string;
  readonly isSuppressed: boolean;
}

/** A firing and a destination, by its name, that receives it. */
interface ObservedNotice {
  readonly firingId: string;
  readonly destination: string;
  /** `null`: in no message yet. */
  readonly deliveryId: string | null;
}

interface ObservedDelivery {
  readonly id: string;
  readonly destination: string;
  readonly state: string;
}

/** What happened in a project, what is stored about alerts of it by one rule, and what its receiver got. */
export interface AlertsObserved {
  /** Kinds of {@link happened}: each must have happened, and firings of these kinds are compared with it. */
  readonly kinds: readonly string[];
  /** Everything of these kinds that the rule must report. */
  readonly happened: readonly Happening[];
  /** Changes of issues that are not decided. */
  readonly signals: number;
  /** Names of the rule's destinations. */
  readonly destinations: readonly string[];
  readonly firings: readonly ObservedFiring[];
  readonly notices: readonly ObservedNotice[];
  readonly deliveries: readonly ObservedDelivery[];
  readonly received: readonly ReceivedMessage[];
}

/**
 * Compares what happened with the messages about it, when nothing waits; every sentence names a kind, a subject, a firing or a message
 * that is not as promised. Empty where every promise was kept:
 *
 * - something of each kind happened: a run in which nothing did proves nothing;
 * - what happened fired the rule as often as it happened, and nothing else did: none is missed, none is decided twice;
 * - each firing that is not suppressed is in exactly one message for each destination, a suppressed one in none;
 * - each message was sent, and its receiver handled it; the receiver handled no other;
 * - all attempts of a message have the same id and the same bytes;
 * - a message is about the firings that are stored as its own, in their number: no firing reaches a destination under two ids.
 */
export function judgeAlerts(observed: AlertsObserved): readonly string[] {
  return [
    ...(observed.signals === 0 ? [] : [`${observed.signals} signals are not decided`]),
    ...missingKinds(observed),
    ...differentDecisions(observed),
    ...differentNotices(observed),
    ...differentDeliveries(observed),
    ...differentMessages(observed),
  ];
}

function missingKinds({ kinds, happened }: AlertsObserved): string[] {
  const found = new Set(happened.filter(({ times }) => times > 0).map(({ kind }) => kind));
  return kinds.filter((kind) => !found.has(kind)).map((kind) => `${kind}: never happened, so that nothing was tested`);
}

/** Returns the differences between what happened and what was decided; see {@link judgeAlerts}. */
export function differentDecisions({ kinds, happened, firings }: Decided): string[] {
  const ids = groupBy(firings, ({ id }) => id);
  const judged = firings.filter(({ kind }) => kinds.includes(kind));
  const decided = groupBy(judged, nameOf);
  const known = new Set(happened.map(nameOf));
  return [
    ...[...ids].filter(([, same]) => same.length > 1).map(([id, { length }]) => `firing ${id}: exists ${length} times`),
    ...happened.flatMap((one) => {
      const { length } = decided.get(nameOf(one)) ?? [];
      return length === one.times ? [] : [`${nameOf(one)}: happened ${one.times} times, was decided ${length} times`];
    }),
    ...[...decided.keys()].filter((name) => !known.has(name)).map((name) => `${name}: was decided, and never happened`),
  ];
}

/** What happened, and what was decided. */
type Decided = Pick<AlertsObserved, 'kinds' | 'happened' | 'firings'>;

const nameOf = ({ kind, state, subject, since }: Omit<Happening, 'times'>): string =>
  [subject, kind, state, ...(since === undefined ? [] : [since])].join(' ');

function differentNotices({ firings, notices, destinations }: AlertsObserved): string[] {
  const byFiring = groupBy(notices, ({ firingId }) => firingId);
  return firings.flatMap(({ id, isSuppressed }) => {
    const own = (byFiring.get(id) ?? []).map(({ destination }) => destination).sort();
    const wanted = isSuppressed ? [] : [...destinations].sort();
    if (own.join() === wanted.join()) return [];
    return [`firing ${id}: must go to ${wanted.join() || 'no destination'}, goes to ${own.join() || 'none'}`];
  });
}

function differentDeliveries({ notices, deliveries, received }: AlertsObserved): string[] {
  const known = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const taken = new Set(received.filter(({ isTaken }) => isTaken).map(({ id, destination }) => `${destination} ${id}`));
  return [
    ...notices.flatMap(({ firingId, destination, deliveryId }) => {
      if (deliveryId !== null && known.get(deliveryId)?.destination === destination) return [];
      return [`firing ${firingId}: is in no message to ${destination}`];
    }),
    ...deliveries.flatMap(({ id, destination, state }) => {
      if (state !== 'sent') return [`message ${id} to ${destination}: is ${state}`];
      return taken.has(`${destination} ${id}`) ? [] : [`message ${id} to ${destination}: is sent, and never arrived`];
    }),
  ];
}

function differentMessages({ notices, deliveries, received }: AlertsObserved): string[] {
  const known = new Set(deliveries.map(({ id, destination }) => `${destination} ${id}`));
  const firingsOf = groupBy(notices, ({ deliveryId }) => deliveryId ?? '');
  return [...groupBy(received, ({ id, destination }) => `${destination} ${id}`)].flatMap(([name, attempts]) => {
    const [{ id, destination, body }] = attempts as [ReceivedMessage];
    const nameOf = `message ${id} to ${destination}`;
    if (!known.has(name)) return [`${nameOf}: arrived, and is not known`];
    const bodies = new Set(attempts.map((attempt) => attempt.body));
    if (bodies.size > 1) return [`${nameOf}: arrived in ${bodies.size} versions`];
    const { listed, total } = contentOf(body);
    const own = new Set((firingsOf.get(id) ?? []).map(({ firingId }) => firingId));
    return [
      ...(total === own.size ? [] : [`${nameOf}: says ${total} firings, has ${own.size}`]),
      ...listed
        .filter((firing) => !own.has(firing))
        .map((firing) => `${nameOf}: lists firing ${firing} of another one`),
    ];
  });
}

function contentOf(body: string): { readonly listed: readonly string[]; readonly total: number } {
  const { data } = JSON.parse(body) as { data: { items: readonly { firingId: string }[]; total: number } };
  return { listed: data.items.map(({ firingId }) => firingId), total: data.total };
}

function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
