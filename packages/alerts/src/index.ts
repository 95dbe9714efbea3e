/** Rules, firings and messages of alerts, and their delivery. */
export type { AlertMessage } from './alertMessage.js';
export { ALERTS_ALLOWED_ADDRESSES } from './allowedAddresses.js';
export { newSigningSecret } from './transport/signWebhook.js';
export { parseAllowList, type AllowList } from './transport/allowList.js';
export { checkMovedServer } from './destinations/movedServer.js';
export { destinationProblems, destinationWarnings } from './destinations/validateDestination.js';
export { describeSecret } from './destinations/describeSecret.js';
export { pausedMessage } from './pausedMessage.js';
export { lastSeries } from './templates/incidents.js';

// Rules, firings and deliveries in PostgreSQL.
export { mailAddress } from './addresses/mailAddress.js';
export type { DeliveryOutcome } from './decide/deliveryOutcome.js';
export { type FiringCandidate, firingId } from './decide/firing.js';
export { interleave } from './decide/interleave.js';
export { LINGER_S } from './decide/linger.js';
export { quietUntil } from './decide/quietUntil.js';
export { matchSignals } from './decide/matchSignals.js';
export { matchUnmapped, mayBeUnmapped } from './decide/matchUnmapped.js';
export { compileEachOnce, type ProjectRules, projectRules } from './decide/projectRules.js';
export { decideSignals } from './evaluate/decideSignals.js';
export { endUnwatched } from './evaluate/endUnwatched.js';
export { evaluateDrops } from './evaluate/evaluateDrops.js';
export { evaluatePart } from './evaluate/evaluatePart.js';
export { createEvaluationSchedule } from './evaluate/evaluationSchedule.js';
export type { TargetCheck } from './settings/destinationFields.js';
export type { AlertRuleInput } from './settings/ruleFields.js';
export { shownConfig } from './settings/shownTopic.js';
export { type AddressStatus, readStatusOf, statusItems } from './sql/addresses/addressStatus.js';
export { type AskedAddress, verifyConfirmationToken } from './sql/addresses/addressTokens.js';
export { askAddresses, askAgain, type Question } from './sql/addresses/askAddresses.js';
export { confirmAddress } from './sql/addresses/confirmAddress.js';
export { type AskLimits, releaseReservation } from './sql/addresses/reserveQuestion.js';
export {
  readUnsubscribeKey,
  unsubscribe,
  unsubscribeToken,
  verifyUnsubscribeToken,
} from './sql/addresses/unsubscribe.js';
export { addressToken, unsubscribeAddress, verifyAddressToken } from './sql/addresses/unsubscribeAddress.js';
export { claimDeliveries, type ClaimedDelivery } from './sql/deliveries/claimDeliveries.js';
export { composeDeliveries, findDueProjects } from './sql/deliveries/composeDeliveries.js';
export {
  endDelivery,
  parkDelivery,
  readDeliveryAge,
  resendDelivery,
  storeMessage,
} from './sql/deliveries/deliveries.js';
export { postponeDelivery, releaseDelivery, settlePart } from './sql/deliveries/deliveryProgress.js';
export {
  type AlertDestination,
  countPausedDestinations,
  readDestinationForAttempt,
} from './sql/deliveries/destination.js';
export { readSuperseded } from './sql/deliveries/incidentOrder.js';
export { addDeliveryToInbox } from './sql/deliveries/messageFacts.js';
export { isInFlight } from './sql/deliveries/openIncidents.js';
export { readLatestEvents } from './sql/deliveries/readLatestEvents.js';
export type { Pause } from './sql/deliveries/reportPause.js';
export { settleDelivery } from './sql/deliveries/settleDelivery.js';
export { findFrameProjects, type FrameSignal, readFrameSignals, recordFrames } from './sql/firings/frameSignals.js';
export { readAlertRules } from './sql/firings/readAlertRules.js';
export { type RecordedFiring, recordFirings } from './sql/firings/recordFirings.js';
export type { AlertSignal } from './decide/alertSignal.js';
export { findSignalProjects, readSignalAge } from './sql/firings/signals.js';
export { withoutRecorded } from './sql/firings/withoutRecorded.js';
export { readClock } from './sql/readClock.js';
export { type DeliveryDetail, listDeliveries, type ListedDelivery, readDelivery } from './sql/settings/deliveries.js';
export { type RequestedDelivery, sendAgain, sendTest, setPaused } from './sql/settings/deliveryRequests.js';
export {
  addSigningSecret,
  createDestination,
  deleteDestination,
  listDestinations,
  readDestination,
  removePreviousSecrets,
  updateDestination,
} from './sql/settings/destinations.js';
export { findDeliveryIds } from './sql/settings/findDeliveryIds.js';
export { type ListedFiring, listFirings } from './sql/settings/firings.js';
export { countUnread, type InboxItem, listInbox, markRead } from './sql/settings/inbox.js';
export {
  createMaintenance,
  deleteMaintenance,
  listMaintenance,
  type MaintenanceWindow,
} from './sql/settings/maintenance.js';
export { type LastProblem, readLastProblems } from './sql/settings/readLastProblems.js';
export { createRule, deleteRule, listRules, readRule, setExclusion, updateRule } from './sql/settings/rules.js';
export type { StoredAlertRule } from './sql/settings/storedAlertRule.js';
export type { StoredDestination } from './sql/settings/storedDestination.js';
export { listSubscriptions, type MemberKey, setSubscription } from './sql/settings/subscriptions.js';

// The tasks of `services/alerts`.
export { type AlertsMetrics, createAlertsMetrics } from './alertsMetrics.js';
export { createComposer } from './deliver/createComposer.js';
export { createCulpritReader, type CulpritReader } from './deliver/createCulpritReader.js';
export { createDeliverer, type Deliverer } from './deliver/createDeliverer.js';
export { createDecider } from './evaluate/createDecider.js';
export { createDropEvaluator } from './evaluate/createDropEvaluator.js';
export { createEvaluator } from './evaluate/createEvaluator.js';
export { createUnmappedFinder } from './evaluate/createUnmappedFinder.js';
export { createSender } from './transport/createSender.js';
export { alertsLink } from './words/pageUrls.js';
