import MarkdownIt from "markdown-it";
import { webAddress } from "./shape.ts";

const parser = new MarkdownIt({ html: false, linkify: false });
parser.validateLink = (url) => webAddress(url) !== undefined;
parser.renderer.rules["link_open"] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet("rel", "noopener noreferrer nofollow");
  return self.renderToken(tokens, index, options);
};

// Pictures would be asked of other hosts: their words stand for them.
parser.renderer.rules["image"] = (tokens, index) => parser.utils.escapeHtml(tokens[index]?.content ?? "");

// A keyboard scrolls what is wider than the page.
for (const name of ["fence", "code_block"] as const) {
  const usual = parser.renderer.rules[name];
  parser.renderer.rules[name] = (...given) => (usual?.(...given) ?? "").replace("<pre>", '<pre tabindex="0">');
}

export const render = (text: string): string => parser.render(text);
