export { encodeResponse, encodeStatus, type PartialSuccess } from './encodeAnswer.js';
export {
  type OtlpEncoding,
  type OtlpEvent,
  type OtlpProblem,
  type OtlpSignal,
  type OtlpTranslation,
  type TranslatedEvent,
} from './event.js';
export { translateOtlp, type BodyReader } from './translateOtlp.js';
