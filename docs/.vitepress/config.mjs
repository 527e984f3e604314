import { readFileSync } from 'node:fs';
import { instance } from '@viz-js/viz';
import { defineConfig } from 'vitepress';

const viz = await instance();

/** The pages in the order of the table of contents, which is generated: [title](page.md). */
const contents = [...readFileSync(new URL('../index.md', import.meta.url), 'utf8').matchAll(/\[([^\]]+)\]\(([\w/-]+)\.md\)/g)].map(
  ([, text, path]) => ({ text, link: `/${path}` }),
);
const isReference = ({ link }) => link.startsWith('/reference/');

/** A state diagram of Mermaid, which GitHub draws itself, drawn by Graphviz while the site is built. */
function drawing(mermaid) {
  const moves = [...mermaid.matchAll(/^\s*(\S+) --> (\S+)$/gm)].map(([, from, to]) => {
    const name = (state, end) => (state === '[*]' ? end : state);
    return `"${name(from, 'begin')}" -> "${name(to, 'end')}"`;
  });
  const svg = viz.renderString(
    `digraph { bgcolor="transparent"; edge [color="#888888"]; node [shape=box style="rounded,filled" fillcolor=white fontname="sans-serif"];
      begin [shape=circle label="" width=0.2]; end [shape=doublecircle label="" width=0.2]; ${moves.join('; ')} }`,
    { format: 'svg' },
  );
  return `<div v-pre style="overflow-x:auto">${svg.slice(svg.indexOf('<svg')).replace(/width="\d+pt" height="\d+pt"/, 'style="max-width:100%;height:auto"')}</div>`;
}

export default defineConfig({
  title: 'Payrun',
  description: 'Pays people from spreadsheets',
  lang: 'en-US',
  cleanUrls: false,
  ignoreDeadLinks: [/\.\.\//],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      { text: 'Guides', items: contents.filter((page) => !isReference(page)) },
      { text: 'Reference', items: contents.filter(isReference) },
    ],
  },
  markdown: {
    config(md) {
      const fence = md.renderer.rules.fence;
      md.renderer.rules.fence = (tokens, index, ...rest) =>
        tokens[index].info.trim() === 'mermaid' ? drawing(tokens[index].content) : fence(tokens, index, ...rest);
    },
  },
});
