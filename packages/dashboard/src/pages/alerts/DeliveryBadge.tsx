import { Badge, type BadgeTone } from '../../components/Badge';
import { useNow } from '../../lib/clock';
import { formatAge } from '../../lib/format';
import styles from './Alerts.module.css';
import type { Delivery } from './alertTypes';

const TONES: Readonly<Record<Delivery['state'], BadgeTone>> = {
  waiting: 'info',
  sent: 'good',
  paused: 'warn',
  failed: 'bad',
};

/** The state of a delivery, and what happens next. */
export const DeliveryBadge = ({ delivery }: { readonly delivery: Pick<Delivery, 'state' | 'nextAt' | 'attempts'> }) => (
  <span className={styles.outcome}>
    <Badge tone={TONES[delivery.state]}>{delivery.state}</Badge>
    <span className={styles.small}>{nextStep(delivery, useNow())}</span>
  </span>
);

/** Returns what happens to a delivery next; empty if nothing does. */
function nextStep({ state, nextAt, attempts }: Pick<Delivery, 'state' | 'nextAt' | 'attempts'>, nowMs: number): string {
  if (state === 'paused') return 'Until the destination is resumed.';
  if (state !== 'waiting') return '';
  const waitMs = nextAt === null ? 0 : Date.parse(nextAt) - nowMs;
  if (waitMs < 1_000) return attempts === 0 ? 'First attempt now.' : 'Next attempt now.';
  return `${attempts === 0 ? 'First' : 'Next'} attempt in ${formatAge(waitMs)}.`;
}
