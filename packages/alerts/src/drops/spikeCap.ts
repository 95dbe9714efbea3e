import { counted, hourName, isOfPresentHour, text } from '../words/details.js';
import type { DropKindOf } from './drop.js';
import { rateLimited } from './rateLimited.js';

/** Spike protection refused events of a type in an hour. */
export const spikeCap: DropKindOf<'spike_cap'> = {
  kind: 'spike_cap',
  when: 'spike protection refuses events',
  label: 'Spike cap',
  title: 'Spike protection refuses events',
  plural: 'spikes',
  search: rateLimited,
  isUrgent: true,
  reason: (details, at) =>
    `Spike protection refused ${counted(details, `${text(details, 'type')} event`)} ${hourName(details, at)}.` +
    (isOfPresentHour(details, at) ? ' The cap can be lifted until the hour ends.' : ''),
  // Not when it was decided: quiet hours, a digest or a pause may have kept it for hours.
  action: (pages, details, at) => {
    const { hour, type } = details;
    if (!isOfPresentHour(details, at) || typeof hour !== 'string' || typeof type !== 'string') return undefined;
    return { label: `Lift the cap of ${type}s for this hour`, url: pages.lift(hour, type) };
  },
};
