/** Passwords, one-time codes, links, mail and OpenID Connect of people who sign in. */
export { type Passwords, createPasswords } from './passwords/createPasswords.js';
export { assertUsablePassword } from './passwords/assertUsablePassword.js';
export { createSignInThrottle } from './signIn/createSignInThrottle.js';
export { type SignInDeps, signIn, assertCode } from './signIn/signIn.js';
export { throttled } from './signIn/throttled.js';
export { newRecoveryCodes, newTotpSecret, recoveryDigest, stepOfCode, totpUri } from './signIn/oneTimeCodes.js';
export { type InvitationThrottle, createInvitationThrottle } from './invitations/createInvitationThrottle.js';
export { LINK_LIFETIME_MS, linkUrl } from './links/linkUrl.js';
export { followLink, linkNeeds, readLink } from './links/followLink.js';
export { type Oidc, type OidcAttempt, createOidc } from './oidc/createOidc.js';
export { parseIssuer } from './oidc/providerUrl.js';
export { findPerson } from './oidc/findPerson.js';
export { type AccountMailer, createAccountMailer } from './mail/createAccountMailer.js';
export { alertConfirmationMail, invitationMail, passwordResetMail } from './mail/messages.js';
