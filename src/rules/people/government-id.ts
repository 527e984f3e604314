import type { Finding } from '../../model.ts';
import { checkText } from '../check-text.ts';
import { COUNTRIES } from '../countries/countries.ts';
import type { Country } from '../countries/country.ts';
import { type GovernmentIdRule, type IdKind, idFormOf } from '../countries/government-id-rule.ts';
import { type Checked, finding, type MessageDetails, NO_FINDINGS } from '../finding.ts';
import { toAscii } from '../normalize-code.ts';

/** Separators between the groups of an ID: "12.345.678-5", "11.222.333/0001-81", "A123456(3)". */
const SEPARATORS = /[\s\u00ad\u200b-\u200d\u2010-\u2015\u2060\u2212.\-/()]+/g;
/** RFC numbers may contain Ñ and &. */
const ID = /^[A-ZÑ&0-9]{1,40}$/;
const DIGITS = /^\d+$/;
/** Longer than any ID with its separators. */
const LONGEST = 60;

/**
 * Reads a government ID; undefined if it is missing, too long or not printable. An ID that is invalid in the country of
 * the address is accepted if it is valid in the country of the account. A valid ID is returned without separators if
 * the country's rule is strict (`severity` is `error`), otherwise as written.
 * @param countries of the address, then of the account; '' if it is unknown
 * @param isForBank only banks ask for an ID: where they do, a missing one is a warning
 */
export function checkGovernmentId(
  text: string | undefined,
  countries: readonly [address: string, account?: string],
  isForBank: boolean,
  found: Finding[],
): string | undefined {
  const [address, account = ''] = countries;
  if (text === undefined) {
    if (isForBank) adviseId(COUNTRIES[account] ?? COUNTRIES[address], found);
    return undefined;
  }
  if (!checkText(text, 'governmentId', found)) return undefined;
  const ofAccount = checkOf(text, account);
  const ofAddress = account === address ? ofAccount : checkOf(text, address);
  // If both countries have rules, one match is enough.
  const checked = ofAddress?.findings.length === 0 ? ofAddress : (ofAccount ?? ofAddress);
  if (!checked) return text;
  if (checked.findings.length > 0) found.push(...checked.findings);
  return checked.value;
}

function adviseId(country: Country | undefined, found: Finding[]): void {
  const rule = country?.governmentId;
  if (!country || rule?.need !== 'advised') return;
  const { example } = rule.kinds[0]!;
  found.push(finding('government_id_missing', 'governmentId', { name: rule.name, country: country.inWords, example }));
}

/** Checks an ID by the rule of one country; null if the country has no rule, or none for an ID of this form. */
function checkOf(text: string, code: string): Checked | null {
  const country = COUNTRIES[code];
  const rule = country?.governmentId;
  if (!rule) return null;
  const id = text.length > LONGEST ? '' : toAscii(text).replace(SEPARATORS, '').toUpperCase();
  const strict = rule.severity === 'error';
  const good = { value: strict ? id : text, findings: NO_FINDINGS };
  if (rule.othersPass && !rule.kinds.some(({ pattern }) => pattern.test(id))) return null;
  const fault = ID.test(id) ? faultOf(id, text, rule) : rule.kinds[0]!;
  if (fault === null) return good;
  const kind = fault === 'zeros' ? rule.kinds[0]! : fault;
  // The form is right, but the check digits are wrong.
  const digits = fault !== 'zeros' && kind.pattern.test(id) && !kind.withoutCheckDigits;
  const details: MessageDetails = {
    name: kind.name,
    names: rule.name,
    country: country.inWords,
    form: kind.pattern.test(id) ? kind.form : idFormOf(rule),
    example: kind.example,
    length: id.length,
  };
  const message = digits
    ? 'government_id_check_digits'
    : fault === 'zeros'
      ? 'government_id_zeros_lost'
      : strict
        ? 'government_id_form'
        : 'government_id_doubtful';
  return { value: text, findings: [finding(message, 'governmentId', details, text, rule.severity)] };
}

/**
 * The kind to report for an invalid ID: the first one whose pattern matches, otherwise the first of the country;
 * `zeros` if leading zeros are missing. Null if the ID is valid.
 */
function faultOf(id: string, text: string, rule: GovernmentIdRule): IdKind | 'zeros' | null {
  const sure = rule.kinds.find(({ written }) => written?.test(text));
  const kinds = sure ? [sure] : rule.kinds;
  let wrong: IdKind | undefined;
  for (const kind of kinds) {
    if (!kind.pattern.test(id)) continue;
    if (!kind.check || kind.check(id)) return null;
    wrong ??= kind;
  }
  if (wrong) return wrong;
  return DIGITS.test(id) && kinds.some((kind) => fitsPadded(id, kind)) ? 'zeros' : kinds[0]!;
}

/** A spreadsheet removes leading zeros: true if the check digits are right with one or two of them. */
function fitsPadded(id: string, { pattern, check }: IdKind): boolean {
  return [`0${id}`, `00${id}`].some((padded) => pattern.test(padded) && check?.(padded) === true);
}
