/** What Node needs in a process of its own, for which no setting and no secret of Payrun is meant. */
const FOR_NODE = /^(TZ|LANG|LC_\w+|MALLOC_\w+|LD_LIBRARY_PATH|NODE_ICU_DATA|SystemRoot)$/;

export function variablesOfNode(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => FOR_NODE.test(name)));
}
