import {
  describeSecret,
  destinationWarnings,
  readLastProblems,
  readStatusOf,
  shownConfig,
  statusItems,
  type AddressStatus,
  type LastProblem,
  type StoredDestination,
} from '@sluice/alerts';
import type { DestinationConfig } from '@sluice/contract';
import type { Queryable } from '@sluice/db';
import { maskAddresses, maskIfAny } from './maskAddresses.js';

/** What a reader sees of a destination beside what is stored with it. */
interface Shown {
  /** Whether addresses of mail are not masked. */
  readonly seesAddresses: boolean;
  readonly lastProblem: LastProblem | undefined;
  /** Of its addresses, in order. */
  readonly states: readonly AddressStatus[];
}

/** Returns destinations of an organization as responses have them. @param seesAddresses whether addresses of mail are not masked */
export async function destinationsToWire(
  db: Queryable,
  organizationId: string,
  {
    destinations,
    seesAddresses,
  }: Pick<Shown, 'seesAddresses'> & { readonly destinations: readonly StoredDestination[] },
) {
  const problems = await readLastProblems(db, organizationId);
  const items = destinations.map(itemsOf);
  const states = await readStatusOf(db, organizationId, items.flat());
  let next = 0;
  return destinations.map((one, index) => {
    const from = next;
    next += items[index]?.length ?? 0;
    const shown = { seesAddresses, lastProblem: problems.get(one.id), states: states.slice(from, next) };
    return destinationToWire(one, shown);
  });
}

const itemsOf = ({ config: { addresses = [] }, unconfirmed, unconfirmedUntil }: StoredDestination) =>
  statusItems({ addresses, unconfirmed, unconfirmedUntil });

/** Returns one destination as responses have it, to a reader who may change it unless stated otherwise. */
export const readToWire = async (
  { db, organization }: { readonly db: Queryable; readonly organization: { readonly id: string } },
  one: StoredDestination,
  seesAddresses = true,
) =>
  destinationToWire(one, {
    seesAddresses,
    lastProblem: (await readLastProblems(db, organization.id)).get(one.id),
    states: await readStatusOf(db, organization.id, itemsOf(one)),
  });

const destinationToWire = (one: StoredDestination, { seesAddresses, lastProblem, states }: Shown) => ({
  id: one.id,
  kind: one.kind,
  name: one.name,
  config: configToWire(one.config, seesAddresses),
  addresses: (one.config.addresses ?? []).map((address, index) => addressToWire(address, states[index], seesAddresses)),
  secret: describeSecret(one.secrets),
  signingSecrets: one.secrets.signingSecrets?.length ?? 0,
  quietHours: one.quietHours,
  hourlyLimit: one.hourlyLimit,
  rules: one.rules,
  failures: one.failures,
  pausedAt: one.pausedAt?.toISOString() ?? null,
  pausedReason: seesAddresses ? one.pausedReason : maskIfAny(one.pausedReason),
  lastSentAt: one.lastSentAt?.toISOString() ?? null,
  lastProblem: lastProblem === undefined ? null : problemToWire(lastProblem, seesAddresses),
  warnings: destinationWarnings(one),
  createdAt: one.createdAt.toISOString(),
  updatedAt: one.updatedAt.toISOString(),
});

const addressToWire = (address: string, status: AddressStatus | undefined, seesAddresses: boolean) => ({
  address: seesAddresses ? address : maskAddresses(address),
  state: status?.state ?? 'waiting',
  until: status?.until?.toISOString() ?? null,
  askedAt: status?.askedAt?.toISOString() ?? null,
});

const problemToWire = ({ at, problem, ...rest }: LastProblem, seesAddresses: boolean) => ({
  ...rest,
  at: at.toISOString(),
  problem: seesAddresses ? problem : maskIfAny(problem),
});

function configToWire(config: DestinationConfig, seesAddresses: boolean): DestinationConfig {
  const shown = shownConfig(config);
  if (seesAddresses || shown.addresses === undefined) return shown;
  return { ...shown, addresses: shown.addresses.map(maskAddresses) };
}
