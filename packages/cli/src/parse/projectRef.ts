import type { ProjectRef } from '@sluice/db';
import { usageError } from '../cliError.js';

/** Reads `<org>/<project>`. */
export function projectRef(text: string): ProjectRef {
  const [organization, project, ...rest] = text.split('/');
  if (!organization || !project || rest.length > 0) throw usageError(`"${text}" is not of the form <org>/<project>`);
  return { organization, project };
}

/** An organization, or one project of it. */
export interface Scope {
  readonly organization: string;
  readonly project: string | undefined;
}

/** Reads `<org>` or `<org>/<project>`. */
export function scopeRef(text: string): Scope {
  if (text.includes('/')) return projectRef(text);
  if (text === '') throw usageError('an organization is missing: <org> or <org>/<project>');
  return { organization: text, project: undefined };
}
