/** Statements about links and credentials that other workspaces run. They need neither mail nor OpenID Connect. */
export { createLink, endLinks, findLink, listInvitations } from './sql/links.js';
export { recordOwnChange } from './sql/recordOwnChange.js';
export { findIdentity, linkIdentity } from './sql/identities.js';
export { proveAddress } from './sql/proveAddress.js';
export { createInvitation, revokeInvitation } from './sql/invitations.js';
export { findCredentials, setPasswordHash } from './sql/credentials.js';
export { createResetLink, endUnsentLink } from './sql/resetLinks.js';
export { confirmTotp, proposeTotp, readProposedTotp, removeTotp } from './sql/totp.js';
export { changeUser } from './sql/changeUser.js';
