import { parseIssuer } from '@sluice/identity';
import { custom, defineSettings, integer, MAIL_FROM, secret, SMTP_URL, text } from '@sluice/runtime';

/** Settings of signing in, invitations and email. */
export const IDENTITY_SETTINGS = defineSettings({
  sessionDays: integer('SESSION_DAYS', {
    default: 30,
    min: 1,
    max: 365,
    unit: 'days',
    meaning: 'A session ends so long after the sign-in, however often it is used.',
  }),
  recentSignInMinutes: integer('RECENT_SIGN_IN_MINUTES', {
    default: 15,
    min: 1,
    max: 1_440,
    unit: 'minutes',
    meaning:
      'How long after the sign-in a user without a password may set one and set up one-time codes; later they sign in again. Users with a password enter it instead.',
  }),
  maxOrganizationsPerUser: integer('MAX_ORGANIZATIONS_PER_USER', {
    default: 0,
    min: 0,
    max: 1_000,
    unit: 'organizations',
    meaning:
      'How many organizations, without erased ones, a user with a verified address may create; 0: only operators create them (`sluice org create`). They have no quotas at first, and whoever receives emails at many addresses can have as many users.',
  }),
  maxFailedSignIns: integer('MAX_FAILED_SIGN_INS', {
    default: 10,
    min: 1,
    max: 10_000,
    unit: 'attempts per minute',
    meaning:
      'Maximum number of failed attempts to sign in per minute, for each network of clients and for each account; further ones get 429.',
  }),
  invitationDays: integer('INVITATION_DAYS', {
    default: 7,
    min: 1,
    max: 90,
    unit: 'days',
    meaning: 'How long an invitation can be accepted.',
  }),
  invitations: defineSettings({
    maxPerUser: integer('MAX_INVITATIONS_PER_USER', {
      default: 20,
      min: 1,
      max: 100_000,
      unit: 'invitations per hour',
      meaning: 'Maximum number of invitations by one user, into all organizations; further ones get 429.',
    }),
    maxPerOrganization: integer('MAX_INVITATIONS_PER_ORGANIZATION', {
      default: 50,
      min: 1,
      max: 100_000,
      unit: 'invitations per hour',
      meaning: 'Maximum number of invitations into one organization; further ones get 429.',
    }),
    maxPerAddress: integer('MAX_INVITATIONS_PER_ADDRESS', {
      default: 6,
      min: 1,
      max: 100_000,
      unit: 'emails per day',
      meaning:
        'Maximum number of invitations sent by email to one address, by all organizations; one organization sends at most half of them. Further ones get 429.',
    }),
  }),
  smtpUrl: SMTP_URL,
  mailFrom: MAIL_FROM,
  oidc: defineSettings({
    issuer: custom('OIDC_ISSUER', {
      default: '',
      range: 'https://…, or http://… on this machine',
      parse: parseIssuer,
      meaning:
        'OpenID Connect provider that people may sign in with; empty: none. Its ID tokens must be signed with a key of its `jwks_uri`. Register `<PUBLIC_URL>/api/0/oidc/oidc/callback` there.',
    }),
    clientId: text('OIDC_CLIENT_ID', { default: '', meaning: 'Client id at the provider.' }),
    clientSecret: secret('OIDC_CLIENT_SECRET', { default: '', meaning: 'Client secret at the provider.' }),
    name: text('OIDC_NAME', { default: 'OpenID Connect', meaning: 'Name of the provider on the sign-in page.' }),
  }),
});
