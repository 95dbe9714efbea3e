/** Exclusive tasks, each of which holds a connection for its lock while it runs. A test compares it with the tasks. */
export const EXCLUSIVE_TASKS = 12;

/**
 * Connections of housekeeping: one for the lock of every exclusive task, because all start at once, one that listens, and
 * some for the work. With fewer, tasks that hold a lock wait for each other's connections until they time out.
 */
export const HOUSEKEEPING_CONNECTIONS = EXCLUSIVE_TASKS + 1 + 5;
