/** The project or organization whose list is read. */
export type ListOwner =
  { readonly project: { readonly id: string } } | { readonly organization: { readonly id: string } };

/** Returns what cursors of an owner's lists contain: the id of the project, or that of the organization after its kind. */
export const ownerOf = (owner: ListOwner): string =>
  'project' in owner ? owner.project.id : `organization ${owner.organization.id}`;
