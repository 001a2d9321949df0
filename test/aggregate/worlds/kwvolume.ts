import type { World } from "../support.ts";

export const PATH = "/seo/kwvolume";
export const q = { q: "купить велосипед" };

export const WORLD: World = {
  hosts: {
    "api.bukvarix.com": () => ({
      body: {
        data: [
          ["велосипед цена", 2, 14, 900, 100],
          ["Купить  велосипед", 2, 16, "123456", 4567],
          ["купить велосипед детский", 3, 24, 2345, null],
        ],
      },
    }),
    "suggest.yandex.com": () => ({ body: ["купить велосипед", ["купить велосипед в москве", "купить велосипед б у"]] }),
  },
};
