/**
 * PO boxes in the languages of recipients. A word that is also a street name counts only at the start of a line with a
 * number after it ("Casilla 12", "BP 45"). "C.P. 28001" does not match: it is a Spanish postal code.
 */
const ANYWHERE =
  /\b(?:p[./]?\s?o[.-]?\s?box|post\s?office\s?box|g\.?p\.?o\.?\s?box|postfach|postbus|postboks|postlokero|postilokero|bo[iî]te\s?postale|case\s?postale|caixa\s?postal|cx\.?\s?postal|casella\s?postale|apartado\s?(?:postal|a[eé]reo|de\s?correos)|casilla\s?(?:postal|de\s?correos?)|skrytka\s?pocztowa|locked\s?bag|private\s?bag|postafi[oó]k|kotak\s?pos|peti\s?surat|posta\s?kutusu|abonentskij\s?yashchik)(?![a-z])/i;
/** Needs a number, because "Post Box Cottage" is a house. */
const NUMBERED = /\bpost\s?box\s{0,3}(?:no\.?|n[°ºo]\.?|nr\.?|number|#)?\s{0,3}\d/i;
const WITH_NUMBER =
  /^\s*(?:box|b\.?\s?p\.?|p\.?o\.?b\.?|p\.?\s?b\.|apartado|apdo\.?(?:\s?postal)?|ap\.?\s?postal|casilla|boks|pf\.|skr\.\s?poczt\.)\s{0,3}(?:n[°ºo]\.?\s?|nr\.?\s?|#\s?)?\d/i;
/** Without word boundaries, which regular expressions support only for ASCII letters. */
const OTHER_LETTERS =
  /poštanski (?:pretinac|fah)|poštovní (?:přihrádka|schránka)|poštový priečinok|căsuța poștală|pašto dėžutė|hòm thư|box\s?č|(?:^|[^\p{L}])а\/я\s?\d|абонент\p{L}+ (?:ящик|скринька)|пощенска кутия|поштански (?:преградак|фах)|ταχ(?:υδρομική|\.)?\s?θυρίδα|(?:^|\s)τ\.?\s?θ\.?\s?\d|ת\.?\s?ד\.?\s?\d|תיבת דואר|صندوق (?:ال)?بريد|ص\.?\s?ب\.?\s?[\d٠-٩]|邮政信箱|郵政信箱|信箱|私書箱|사서함|ตู้\s?ปณ|पोस्ट\s?बॉक्स/iu;
const ASCII = /^[\0-\x7f]*$/;

/** Whether a line of an address is a PO box, which banks refuse. */
export function isPoBox(line: string): boolean {
  return (
    ANYWHERE.test(line) ||
    NUMBERED.test(line) ||
    WITH_NUMBER.test(line) ||
    (!ASCII.test(line) && OTHER_LETTERS.test(line))
  );
}
