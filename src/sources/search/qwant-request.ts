import { pid } from "node:process";
import type { PageAsk } from "../kit/paged.ts";
import { FROM_QWANT } from "../kit/qwant.ts";
import { get } from "../kit/request.ts";
import { marketOf } from "./asking.ts";
import type { SearchInput } from "./item.ts";

const SAFE = { off: 0, moderate: 1, strict: 2 } as const;

/** The test group a visitor is put in: 1 to 3, the same as long as the process lives. */
const TEST_GROUP = 1 + (pid % 3);

function localeOf(input: SearchInput): string {
  const { language, region } = marketOf(input) ?? { language: "en", region: "US" };
  return `${language}_${region}`;
}

/** Its parameters are sent in the order of its own page. */
export function request(ask: SearchInput & PageAsk) {
  if (ask.page > 5) return undefined;
  return get(
    "https://api.qwant.com/v3/search/web",
    {
      q: ask.text,
      count: 10,
      locale: localeOf(ask),
      offset: (ask.page - 1) * 10,
      tgp: TEST_GROUP,
      device: "desktop",
      safesearch: SAFE[ask.safe ?? "moderate"],
      displayed: true,
      llm: true,
    },
    { session: "qwant", headers: FROM_QWANT },
  );
}
