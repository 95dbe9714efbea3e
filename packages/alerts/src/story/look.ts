import type { Story } from './story.js';

/** How urgent a message looks. */
export interface Look {
  readonly emoji: string;
  /** `#RRGGBB`. */
  readonly color: string;
}

const LOOKS = {
  critical: { emoji: '🔴', color: '#E5484D' },
  error: { emoji: '🔴', color: '#E5484D' },
  warning: { emoji: '🟠', color: '#F5A524' },
  info: { emoji: '🔵', color: '#3B82F6' },
  recovered: { emoji: '🟢', color: '#30A46C' },
  test: { emoji: '🔔', color: '#8B8D98' },
} as const satisfies Record<string, Look>;

/** Returns how a message looks: recoveries and tests in their own color, everything else by its severity. */
export const lookOf = ({ state, severity }: Pick<Story, 'state' | 'severity'>): Look =>
  state === 'recovered' || state === 'test' ? LOOKS[state] : LOOKS[severity];
