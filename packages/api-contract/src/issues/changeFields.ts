import { described, object, nullable } from '../schema/shapes.js';
import { oneOf, text, boolean, integer } from '../schema/values.js';
import { ISSUE_STATUSES } from './issueSchemas.js';

const LONGEST_RELEASE = 250;

const MOST_MORE = 1_000_000_000;

/** Schemas of {@link ChangeBody}. */
export const changeFields = {
  status: oneOf(...ISSUE_STATUSES),
  resolvedIn: described(
    { ...text(LONGEST_RELEASE), minLength: 1 },
    'Only with status `resolved`: the release that fixes it.',
  ),
  resolvedInNext: described(boolean, 'Only with status `resolved`: the release after the latest one fixes it.'),
  ignoreUntil: described(
    object(
      {
        time: described(text(64), 'ISO 8601; UTC if it has no zone.'),
        events: described(integer(1, MOST_MORE), 'This many more exceptions.'),
        users: described(integer(1, MOST_MORE), 'This many more project users.'),
      },
      ['time', 'events', 'users'],
    ),
    'Only with status `ignored`: what opens it again, whichever comes first.',
  ),
  regressed: described(
    boolean,
    'Only with status `open`: true marks it as one that came back, to undo a change. An open issue keeps its mark whatever is sent.',
  ),
  assignee: described(nullable(text(20)), 'Id of a member of the organization, `me`, or null to unassign.'),
};
