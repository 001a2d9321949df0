import { describe, expect, test } from "vitest";
import { isWhole, sentences } from "../../src/extraction/sentences.ts";
import { processorMs } from "../support/processor-time.ts";

const cases: Readonly<Record<string, readonly (readonly string[])[]>> = {
  English: [
    ["Dr. Watson met Mr. Holmes at 9.30 a.m. sharp.", "They left for St. Pancras."],
    ["J. R. R. Tolkien wrote it.", "See Fig. 3 and no. 5 of the set."],
    ["He said no.", "Then he left the U.S. Senate, e.g. The Hill says so."],
    ["It is made in the U.S.", "The rest is not."],
    ["Acme Inc. Berlin sells it (cf. Smith et al. 2009).", "Really?", "Yes!"],
    ["Version 3.2.1 of Node.js is out.", "Prices rose by 3.5 percent."],
  ],
  French: [
    ["M. Dupont et Mme. Durand habitent à Paris.", "Ils sont arrivés en 1990 av. J.-C. selon lui."],
    ["Le prix (env. 300 €) baisse, p.ex. Lyon.", "« Vraiment ? »", "Oui."],
  ],
  German: [
    ["Am 3. Oktober feiert man, z. B. Berlin, d. h. Deutschland.", "Dr. Müller kommt bzw. Frau Prof. Schmidt."],
    ["Im 19. Jahrhundert war es u.a. München.", "Heute ist es anders."],
    ["Das kostet ca. 5 Mio. Euro.", "Siehe Nr. 7 und Abb. Zwei."],
  ],
  Spanish: [
    ["El Sr. García y la Sra. López viven en EE.UU. Siempre.", "¿Y Ud. Pérez?", "¡Claro que sí!"],
    ["Véase pág. 12 o el núm. 4.", "Nada más."],
  ],
  Russian: [
    ["Это т.е. Москва и г. Тула.", "Он родился в 1991 г.", "Она живёт на ул. Ленина."],
    ["А. С. Пушкин — поэт, т. е. Писатель.", "Проф. Иванов согласен."],
  ],
  Chinese: [["北京是中国的首都。", "上海很大！", "你去过吗？", "版本3.5已发布。"]],
};

describe("sentences", () => {
  for (const [language, texts] of Object.entries(cases))
    test.each(texts.map((expected) => [expected.join(language === "Chinese" ? "" : " "), expected] as const))(
      `${language}: %s`,
      (text, expected) => expect(sentences(text)).toEqual(expected),
    );

  test("a line break ends a sentence, and spaces are made single", () => {
    expect(sentences("A heading\nThen   a\ttext. And\r\nmore\n\n")).toEqual([
      "A heading",
      "Then a text.",
      "And",
      "more",
    ]);
    expect(sentences("by Dr.\nWho is it?")).toEqual(["by Dr.", "Who is it?"]);
  });

  test("loses and adds no letter", () => {
    const text = Object.values(cases).flat(2).join(" ");
    const letters = (list: readonly string[]): string => list.join("").replace(/\s/g, "");
    expect(letters(sentences(text))).toBe(letters([text]));
  });

  test("reads a megabyte of dots in linear time", () => {
    const begin = processorMs();
    expect(sentences("a. ".repeat(20_000)).length).toBeGreaterThan(0);
    expect(sentences("A. ".repeat(70_000)).length).toBeGreaterThan(0);
    expect(sentences("Dr. Who. ".repeat(20_000)).length).toBe(20_000);
    expect(sentences(".".repeat(200_000)).length).toBeGreaterThan(0);
    expect(processorMs() - begin).toBeLessThan(4_000);
  });

  test.each([
    ["It is so.", true],
    ["“It is so.”", true],
    ["真的吗？", true],
    ["It is so…", false],
    ["It is so ...", false],
    ["A heading", false],
  ])("isWhole %s", (sentence, whole) => expect(isWhole(sentence)).toBe(whole));
});
