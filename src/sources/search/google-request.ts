import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import type { SearchInput } from "./item.ts";

const DATES = { day: "d", week: "w", month: "m", year: "y" } as const;

const SAFE = { off: "off", moderate: "medium", strict: "high" } as const;

/** Chinese is written in two ways, which Google keeps apart. */
const restriction = ({ language, region }: SearchInput): string | undefined =>
  language && `lang_${language === "zh" ? (region === "TW" || region === "HK" ? "zh-TW" : "zh-CN") : language}`;

/** The words of the page stay English, so that its dates and its empty page can be read; `lr` chooses the results' language. */
export function request(address: string, extra: Readonly<Record<string, string | number>>, userAgent: string) {
  return (ask: SearchInput & PageAsk) =>
    ask.page > 50
      ? undefined
      : get(
          address,
          {
            q: ask.text,
            hl: "en",
            lr: restriction(ask),
            gl: ask.region?.toLowerCase(),
            ie: "utf8",
            oe: "utf8",
            start: (ask.page - 1) * 10,
            safe: ask.safe && SAFE[ask.safe],
            tbs: ask.time_range && `qdr:${DATES[ask.time_range]}`,
            ...extra,
          },
          { headers: { accept: "*/*", "user-agent": userAgent, cookie: "CONSENT=YES+" } },
        );
}
