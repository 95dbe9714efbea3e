/** Messages of alerts: what they say, their form on each platform, and their delivery. */
export {
  MOST_ITEMS,
  type AlertItem,
  type AlertMessage,
  type AlertSeverity,
  type AlertState,
  type IssueFacts,
  type SeriesFacts,
} from './alertMessage.js';
