import type { Generated } from 'kysely';
import type { Defaulted, Int8, Jsonb, JsonObject, Nullable, Timestamp } from './columns.js';

/** Who made a comment or a change: a user, a token, or for automatic changes neither. */
interface ActorColumns {
  user_id: Int8 | null;
  token_id: Int8 | null;
  /** Its name at that time; NULL for automatic changes. */
  actor: string | null;
}

/** Assignees who are no longer enabled members: see `markDeparted`. */
export interface DepartedAssigneesTable {
  project_id: Int8;
  user_id: Int8;
}

/** Comments of people on an issue. */
export interface IssueCommentsTable extends ActorColumns {
  project_id: Int8;
  issue_id: string;
  id: Generated<string>;
  text: string;
  created_at: Defaulted<Timestamp>;
  edited_at: Nullable<Timestamp>;
}

/** Changes of an issue by people and by rules, in the order of `id`. */
export interface IssueChangesTable extends ActorColumns {
  project_id: Int8;
  issue_id: string;
  id: Generated<string>;
  action: string;
  details: Jsonb<JsonObject>;
  created_at: Defaulted<Timestamp>;
}
