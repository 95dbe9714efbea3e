import type { Organization } from '@sluice/db';
import type { Answer } from '../context.js';
import { settingFacts } from './settingFacts.js';
import { facts } from './table.js';
import { momentText } from './words.js';

/** An organization as printed by `--json`. */
export const organizationValue = ({ id, slug, settings, createdAt }: Organization): object => ({
  id,
  organization: slug,
  settings,
  createdAt: createdAt.toISOString(),
});

/** Formats an organization with all settings. */
export const describeOrganization = (organization: Organization): Answer => ({
  value: organizationValue(organization),
  human: (style) =>
    facts(
      [
        ['organization', organization.slug],
        ['created', momentText(organization.createdAt)],
        ...settingFacts(organization.settings),
      ],
      style,
    ),
});
