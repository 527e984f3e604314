const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Is this the address of a service on this machine? */
export const isOnThisMachine = (url: string): boolean => LOOPBACK.has(new URL(url).hostname);
