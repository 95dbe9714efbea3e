export {
  MOST_ITEMS,
  type AlertItem,
  type AlertMessage,
  type AlertSeverity,
  type AlertState,
  type IssueFacts,
  type SeriesFacts,
} from './alertMessage.js';
