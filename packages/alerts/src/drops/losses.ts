import { HOUR_MS, startOfHour } from '@sluice/contract';
import { counted, text, were } from '../words/details.js';
import { iso, type Drop, type DropKindOf, type DropSearch } from './drop.js';
import type { FoundLoss } from './dropFacts.js';

/** Losses of one evaluation: more than all types have in the hours that it looks back to. */
const MOST_LOSSES = 1_000;

/** A loss concerns the installation: every organization reports it. Another machine's clock says when it was found, hence the hour of overlap. */
const search: DropSearch = {
  name: 'losses',
  find: async (facts, { rules }, { nowMs, sinceMs }) => {
    const losses = await facts.losses(MOST_LOSSES, new Date(sinceMs - HOUR_MS));
    const organizations = new Set(rules.map(({ organizationId }) => organizationId));
    const drops = [...organizations].flatMap((organizationId) => lossDrops(losses, organizationId));
    return { drops, untilMs: nowMs };
  },
};

/** Returns losses as an organization reports them: each hour and type once. */
const lossDrops = (found: readonly FoundLoss[], organizationId: string): readonly Drop[] =>
  found.map(({ type, hour, lost, foundMs }) => {
    const occurrence = iso(startOfHour(hour));
    const about = { kind: 'losses', organizationId, projectId: null, what: type, occurrence } as const;
    return { ...about, lastMs: foundMs, details: { count: lost, type, hour: occurrence } };
  });

/** Acknowledged events are not stored. */
export const losses: DropKindOf<'losses'> = {
  kind: 'losses',
  when: 'acknowledged events are lost',
  label: 'Losses',
  title: 'Events were lost',
  plural: 'losses',
  search,
  isOfOrganization: true,
  severity: () => 'critical',
  reason: (details) =>
    `${counted(details, `${text(details, 'type')} event`)} ${were(details)} acknowledged but not stored. Contact the operator of this installation.`,
};
