import { named, object, described, nullable } from '../schema/shapes.js';
import { count, boolean, time } from '../schema/values.js';

/** Schema of {@link readIssueSummary}. */
export const issueSummarySchema = named(
  'IssueSummary',
  object({
    open: described(count, 'Open issues, `new`, `regressed` and `assigned` among them.'),
    new: count,
    regressed: count,
    assigned: described(count, 'Assigned to the caller.'),
    resolved: count,
    ignored: count,
    events: described(count, 'Exceptions of the issues that `status` selects.'),
    users: described(count, 'Distinct project users of these exceptions.'),
    approximate: described(
      boolean,
      'Whether `users` is a lower bound, because only the newest 10,000 exceptions were read.',
    ),
    scannedTo: described(nullable(time), 'If there is too much to count: all numbers are of what arrived since then.'),
  }),
);
