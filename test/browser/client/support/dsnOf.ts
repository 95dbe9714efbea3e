import { type Project } from '../../../e2e/support/tenant.js';

/** The DSN of a project at a service, or at a proxy in front of it. */
export const dsnOf = (baseUrl: string, project: Pick<Project, 'key'>): string =>
  baseUrl.replace('://', `://${project.key}@`);
