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
  defineSettings({ most: integer(setting, { default: most, min: 1, max, unit, meaning }) }, (values): TenantLimit => ({
    ...values,
    setting,
  }));

const KEPT = 'If there are more already, they stay and work. 422 `limit_reached` names this setting.';

/** What one organization may have. Operators with the command line are not limited. */
export type OrganizationLimits = SettingsOf<typeof LIMIT_SETTINGS>;

/** Settings of {@link OrganizationLimits}. */
export const LIMIT_SETTINGS = defineSettings({
  projects: limit('ORGANIZATION_PROJECTS', {
    most: 500,
    max: 100_000,
    unit: 'projects',
    meaning: `Projects of an organization, without deleted ones, up to which members add further ones. ${KEPT}`,
  }),
  erasures: limit('ORGANIZATION_ERASURES', {
    most: 100,
    max: 100_000,
    unit: 'erasures',
    meaning:
      'Erasures of an organization that are not done, up to which members request further ones, those of whole projects included; then 429 `too_many`. Organizations are erased in any case.',
  }),
  alertRules: limit('ORGANIZATION_ALERT_RULES', {
    most: 500,
    max: 100_000,
    unit: 'rules',
    meaning: `Alert rules of an organization, those of its projects included, up to which members add further ones. ${KEPT}`,
  }),
  alertConditions: limit('ORGANIZATION_ALERT_CONDITIONS', {
    most: 10_000,
    max: 100_000_000,
    unit: 'conditions',
    meaning: `Conditions of all alert rules of an organization together, up to which members add further ones. A condition of a rule for all projects counts in each of them, also in a project that is added later. ${KEPT}`,
  }),
  alertTests: limit('ORGANIZATION_ALERT_TESTS', {
    most: 30,
    max: 10_000,
    unit: 'messages per hour',
    meaning:
      'Tests of destinations and messages that are sent again, of all destinations of an organization, deleted ones included; then 429 `too_many_requested`.',
  }),
  confirmationsOfOrganization: limit('ORGANIZATION_ALERT_CONFIRMATIONS', {
    most: 50,
    max: 100_000,
    unit: 'emails per day',
    meaning:
      'Emails of an organization that ask an address whether it wants alerts. Further addresses wait until they are asked again; asking for that gets 429 `too_many`.',
  }),
  confirmationsOfAddress: limit('ALERT_CONFIRMATIONS_PER_ADDRESS', {
    most: 3,
    max: 100,
    unit: 'emails per day',
    meaning:
      'The same to one mailbox, by all organizations together. An organization asks an address as often in all until it confirms.',
  }),
});
