import anyAscii from 'any-ascii';
import type { RecipientProfile } from '../../model.ts';

const ENDS_OF_WORDS = /[^\p{Letter}\p{Number}]+/gu;

/**
 * The words by which a recipient's name is found: as it is written, and in Latin letters without accents, so that
 * "lindqvist" and "Chloé" find Chloé Lindqvist. Lower case, separated by spaces.
 */
export function nameWords(name: string): string {
  const written = name.toLowerCase();
  const words = [written, anyAscii(written).toLowerCase()].flatMap((text) => text.split(ENDS_OF_WORDS)).filter(Boolean);
  return [...new Set(words)].join(' ');
}

export function nameOfProfile(profile: Pick<RecipientProfile, 'name' | 'firstName' | 'lastName'>): string {
  return [profile.name, profile.firstName, profile.lastName].filter(Boolean).join(' ');
}

/** A text search (`tsquery`) for names of which every word begins with one of these; null if the text has no word. */
export function nameQuery(text: string): string | null {
  const words = text.toLowerCase().split(ENDS_OF_WORDS).filter(Boolean);
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');
}
