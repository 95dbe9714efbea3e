import { conditionKind } from '../conditions/conditions.js';
import { dropOf } from '../drops/drops.js';
import { DESTINATION_PAUSED } from '../pausedMessage.js';
import { cleanText } from '../text/cleanText.js';

/** Returns what the kind of a condition or drop is called in messages. */
export function kindLabel(kind: string): string {
  const known = conditionKind(kind);
  if (known !== undefined && known.about !== 'drops') return known.label;
  if (kind === DESTINATION_PAUSED) return 'Destination paused';
  return dropOf(kind)?.label ?? (cleanText(kind.replaceAll('_', ' '), 40) || 'Alert');
}
