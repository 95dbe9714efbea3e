import type { AUDIT_ACTIONS } from '@sluice/contract';
import { type Role } from '@sluice/contract';
import type { Generated } from 'kysely';
import type { Defaulted, Int8, JsonObject, Nullable, NullableJsonb, Timestamp } from './columns.js';

/** People who sign in. */
export interface UsersTable {
  id: Defaulted<Int8>;
  /** In lower case: see `normalizeEmail`. */
  email: string;
  name: Generated<string>;
  /** When the user proved to receive mail there; null if only someone else named the address. */
  email_verified_at: Nullable<Timestamp>;
  /** Argon2id in PHC format. */
  password_hash: string | null;
  /** Base32; in force once `totp_confirmed_at` is set. */
  totp_secret: string | null;
  totp_confirmed_at: Nullable<Timestamp>;
  /** The time step of the last accepted code, so that no code is accepted twice. */
  totp_last_step: Defaulted<Int8>;
  /** SHA-256 of the unused recovery codes. */
  recovery_digests: Generated<Buffer[]>;
  created_at: Defaulted<Timestamp>;
  disabled_at: Nullable<Timestamp>;
}

export interface MembershipsTable {
  organization_id: Int8;
  user_id: Int8;
  role: Role;
  created_at: Defaulted<Timestamp>;
}

export interface SessionsTable {
  user_id: Int8;
  id: Defaulted<Int8>;
  /** SHA-256 of the cookie. */
  digest: Buffer;
  /** How the user signed in. */
  method: 'password' | 'link' | 'oidc';
  address: string;
  /** See `subscriberNetwork`. */
  network: string;
  user_agent: string;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  ended_at: Nullable<Timestamp>;
}

/** What a link is for. */
export type LinkPurpose = 'sign_in' | 'invitation' | 'password_reset';

export interface LinksTable {
  id: Defaulted<Int8>;
  /** SHA-256 of the token in the link. */
  digest: Buffer;
  purpose: LinkPurpose;
  email: string;
  /** Of an invitation. */
  organization_id: Nullable<Int8>;
  role: Role | null;
  /** Whether the link was sent by mail, so that its use proves the address. */
  is_mailed: Generated<boolean>;
  /** Label of who made it. */
  created_by: string;
  /** The member who made an invitation; null for an operator. */
  inviter_id: Nullable<Int8>;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Nullable<Timestamp>;
}

export interface AuditLogTable {
  organization_id: Int8;
  id: Defaulted<Int8>;
  at: Defaulted<Timestamp>;
  actor_kind: 'user' | 'token' | 'operator';
  /** Label of the actor at that time. */
  actor: string;
  user_id: Nullable<Int8>;
  token_id: Nullable<Int8>;
  action: (typeof AUDIT_ACTIONS)[number];
  target: string;
  project_id: Nullable<Int8>;
  before: NullableJsonb<JsonObject>;
  after: NullableJsonb<JsonObject>;
}

/** Subjects of OpenID Connect providers. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: Int8;
  created_at: Defaulted<Timestamp>;
}
