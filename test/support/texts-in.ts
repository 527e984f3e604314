/** The texts of several words in the strings of a source. */
export function textsIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const quoted = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return [...quoted].map((one) => (one[1] ?? one[2] ?? one[3])!).filter((text) => /\s/.test(text));
}
