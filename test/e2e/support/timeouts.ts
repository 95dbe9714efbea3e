import { jest } from '@jest/globals';

/** A limit for tests that hang, not for tests that are slow: a command alone takes a second where two cores are shared. */
jest.setTimeout(60_000);
