/** Symbol with which error trackers mark listeners that only report. */
const MARK = '_errorHandler';

type Listener = (...args: never[]) => void;

/** Marks a process listener as one that only reports. */
export const markAsReporter = <Given extends Listener>(listener: Given): Given =>
  Object.assign(listener, { [MARK]: true });

/** Whether a listener exists that does more than report, and therefore decides whether the process continues. */
export const isListenedTo = (event: string): boolean =>
  process
    .listeners(event as 'uncaughtException')
    // Node adds the latter itself when domains are used.
    .some((listener) => !(MARK in listener) && listener.name !== 'domainUncaughtExceptionClear');
