import type { ProjectRef } from '@sluice/db';
import { usageError } from '../cliError.js';

/** Parses `<org>/<project>`. */
export function projectRef(text: string): ProjectRef {
  const [organization, project, ...rest] = text.split('/');
  if (!organization || !project || rest.length > 0) throw usageError(`"${text}" is not of the form <org>/<project>`);
  return { organization, project };
}

/** An organization, or one of its projects. */
export interface Scope {
  readonly organization: string;
  readonly project: string | undefined;
}

/** Parses `<org>` or `<org>/<project>`. */
export function scopeRef(text: string): Scope {
  if (text.includes('/')) return projectRef(text);
  if (text === '') throw usageError('missing organization: give <org> or <org>/<project>');
  return { organization: text, project: undefined };
}
