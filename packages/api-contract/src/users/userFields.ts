import { described, nullable } from '../schema/shapes.js';
import { text } from '../schema/values.js';

/** The project user of a row, by key and by name. */
export const userFields = {
  user: described(nullable(text()), 'Key of the project user.'),
  userName: described(nullable(text()), 'Name, email address or username of the project user; null if none is known.'),
};
