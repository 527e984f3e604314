/** Words that make English read translated, and what is written instead. */
const WORDINGS: readonly (readonly [RegExp, instead: string])[] = [
  [/\b(?:is|are|was|were) (?:said|told|noted)\b/i, 'a subject and a verb: "Payrun reports"'],
  [/\bfound out\b/i, 'find'],
  [/\bof it\b/i, 'its, or the noun'],
  [/\bnobody\b/i, 'no one'],
  [/\bsomebody\b/i, 'someone, a user'],
  [/\bwhoever\b/i, 'the person who'],
  [/\banew\b/i, 're-: reread, reseal'],
  [/\bstands\b/i, 'is'],
  [/\bgoes on\b/i, 'continues'],
  [/\bbec[ao]mes? of\b/i, 'the outcome of'],
];

/** What is wrong with the wording of a text, with what to write instead. */
export const wordingFaults = (text: string): readonly string[] =>
  WORDINGS.flatMap(([word, instead]) => {
    const found = word.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}" (${instead})`];
  });

/** A subject begins with a verb in the imperative, and none of these is one. */
const NO_VERB =
  /^(?:What|How|Who|Which|That|Whether|When|Where|Why|A|An|The|It|No|Nothing|All|Each|Every|One|Two|Now)\b/;
const LONGEST = 65;

/** What is wrong with the subject of a commit. */
export const subjectFaults = (subject: string): readonly string[] => [
  ...(subject.length > LONGEST ? [`${subject.length} characters`] : []),
  ...(NO_VERB.test(subject) || !/^[A-Z]/.test(subject) ? ['no imperative'] : []),
  ...(/[.:]$/.test(subject) ? ['ends with a period'] : []),
  ...wordingFaults(subject),
];
