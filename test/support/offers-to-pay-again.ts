const NEGATED = /\b(?:not|never|nobody|no one|nothing|none|cannot)\b[^.;:]*?\b(?:again|anew)\b/gi;
const WHAT = String.raw`(?:them|it|these|those|the|this|each|all|its|whole|sheet|failed|returned|rows?|payments?|of|a|run|\$?\{[^}]*\})`;
const OFFER = new RegExp(
  String.raw`\bre-?run\b|\bretr(?:y|ied|ies)\b|\b(?:run|runs|running|pay|pays|paying|send|sends|sending)(?: ${WHAT}){0,6} again\b|\bpaid (?:again|anew)\b`,
  'i',
);

/** Whether a sentence offers to pay rows again. "It is not sent again" offers nothing. */
export function offersToPayAgain(text: string): boolean {
  return OFFER.test(text.replaceAll(NEGATED, ''));
}
