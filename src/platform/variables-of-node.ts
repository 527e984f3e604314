/** Variables that Node needs in a separate process, which gets no settings and no secrets of Payrun. */
const FOR_NODE = /^(TZ|LANG|LC_\w+|MALLOC_\w+|LD_LIBRARY_PATH|NODE_ICU_DATA|SystemRoot)$/;

export function nodeVariables(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => FOR_NODE.test(name)));
}
