import type { TenantLimit } from '@sluice/db';
import { defineSettings, integer, type SettingsOf } from '@sluice/runtime';

const limit = (
  setting: string,
  {
    most,
    max,
    unit,
    meaning,
  }: { readonly most: number; readonly max: number; readonly unit: string; readonly meaning: string },
) =>
  defineSettings(
    { most: integer(setting, { ...{ default: most, min: 1, max, unit }, meaning }) },
    (values): TenantLimit => ({ ...values, setting }),
  );

const KEPT = 'If there are more already, they stay and work. 422 `limit_reached` names this setting.';

/** What one organization may have. Operators with the command line are not limited. */
export type OrganizationLimits = SettingsOf<typeof LIMIT_SETTINGS>;

/** Settings of {@link OrganizationLimits}. */
export const LIMIT_SETTINGS = defineSettings({
  projects: limit('ORGANIZATION_PROJECTS', {
    ...{ most: 500, max: 100_000, unit: 'projects' },
    meaning: `Projects of an organization, without deleted ones, up to which members add further ones. ${KEPT}`,
  }),
  erasures: limit('ORGANIZATION_ERASURES', {
    ...{ most: 100, max: 100_000, unit: 'erasures' },
    meaning:
      'Erasures of an organization that are not done, up to which members request further ones, those of whole projects included; then 429 `too_many`. Organizations are erased in any case.',
  }),
  alertRules: limit('ORGANIZATION_ALERT_RULES', {
    ...{ most: 500, max: 100_000, unit: 'rules' },
    meaning: `Alert rules of an organization, those of its projects included, up to which members add further ones. ${KEPT}`,
  }),
  alertConditions: limit('ORGANIZATION_ALERT_CONDITIONS', {
    ...{ most: 1_000, max: 1_000_000, unit: 'conditions' },
    meaning: `Conditions of all alert rules of an organization together, up to which members add further ones. ${KEPT}`,
  }),
});
