/**
 * Returns the `project_id` of rows about an organization as a whole. Alerts and their erasures have such rows; the column also says in which
 * shard a row is (decision 0159). No project has this id. Only this file knows that it is the negative id of the organization.
 */
export const wholeOrganization = (organizationId: string): string => `-${organizationId}`;

/** Returns the organization that a row is about as a whole; `undefined`: it is about a project. */
export const organizationOfWhole = (projectId: string): string | undefined =>
  projectId.startsWith('-') ? projectId.slice(1) : undefined;
