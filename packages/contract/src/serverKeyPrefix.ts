/** Prefix of server keys, for people and secret scanners. In a file of its own, because browsers load it. */
export const SERVER_KEY_PREFIX = 'sls_';
