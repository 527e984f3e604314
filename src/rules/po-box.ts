/**
 * PO boxes in the languages that recipients write in. A word that also is a street's name counts only with a number after it
 * ("Casilla 12", "BP 45"), at the start of the line.
 */
const ANYWHERE =
  /\b(?:p\.?\s?o\.?\s?box|post\s?office\s?box|g\.?p\.?o\.?\s?box|postfach|postbus|postboks|bo[iî]te\s?postale|caixa\s?postal|casella\s?postale|apartado\s?(?:postal|de\s?correos)|casilla\s?(?:postal|de\s?correos?)|skrytka\s?pocztowa|locked\s?bag|private\s?bag)\b/i;
const WITH_NUMBER = /^\s*(?:box|b\.?\s?p\.?|apartado|apdo\.?|casilla|postilokero)\s{0,3}(?:n[°ºo]\.?\s?|#\s?)?\d/i;

/** Whether a line of an address is a PO box: banks take none. */
export function isPoBox(line: string): boolean {
  return ANYWHERE.test(line) || WITH_NUMBER.test(line);
}
