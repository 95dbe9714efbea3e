import type { AlertScope } from './alertTypes';
import type { ConditionDraft } from './conditionDraft';

/** The fields of one condition. */
export interface ConditionProps {
  readonly scope: AlertScope;
  readonly condition: ConditionDraft;
  readonly set: (patch: Partial<ConditionDraft>) => void;
  /** What is wrong with a field, by its name on the wire. */
  readonly problem: (field: string) => string | undefined;
}
