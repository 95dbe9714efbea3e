import type { MessageView } from './view.js';

/** Emoji and color of a message. */
export interface Appearance {
  readonly emoji: string;
  /** `#RRGGBB`. */
  readonly color: string;
}

const APPEARANCES = {
  critical: { emoji: '🔴', color: '#E5484D' },
  error: { emoji: '🔴', color: '#E5484D' },
  warning: { emoji: '🟠', color: '#F5A524' },
  info: { emoji: '🔵', color: '#3B82F6' },
  recovered: { emoji: '🟢', color: '#30A46C' },
  test: { emoji: '🔔', color: '#8B8D98' },
} as const satisfies Record<string, Appearance>;

/** Returns emoji and color of a message: recoveries and tests have their own, all others those of their severity. */
export const appearanceOf = ({ state, severity }: Pick<MessageView, 'state' | 'severity'>): Appearance =>
  state === 'recovered' || state === 'test' ? APPEARANCES[state] : APPEARANCES[severity];
