/** By this name other trackers of errors, and other copies of this one, mark listeners that do not save a process. */
const MARK = '_errorHandler';

type Listener = (...args: never[]) => void;

/** Marks a listener of the process as one that only reports. */
export const asReporter = <Given extends Listener>(listener: Given): Given => Object.assign(listener, { [MARK]: true });

/** Whether somebody listens who does more than report: then it is his to decide what becomes of the process. */
export const isListenedTo = (event: string): boolean =>
  process
    .listeners(event as 'uncaughtException')
    // Node adds the latter itself where there are domains.
    .some((listener) => !(MARK in listener) && listener.name !== 'domainUncaughtExceptionClear');
