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

export const render = (text: string): string => parser.render(text);
