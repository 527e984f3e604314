/**
 * `required`: an error if it is missing. `advised`: a warning if it is missing. `no`: the country's banks do not use
 * it; a value is not sent, and a warning says so.
 */
export type Need = 'required' | 'advised' | 'optional' | 'no';
