import { describe, expect, it } from "vitest";
import { inZone, withColon } from "../../../../src/sources/kit/values/zones.ts";

describe("a local time", () => {
  it("gets its zone's offset of that day", () => {
    expect(inZone("20211021T170153", "Europe/Paris")).toBe("2021-10-21T17:01:53+02:00");
    expect(inZone("2026-12-05T08:30", "Europe/Paris")).toBe("2026-12-05T08:30:00+01:00");
    expect(inZone("2026-12-05T08:30:00", "Europe/London")).toBe("2026-12-05T08:30:00+00:00");
    expect(inZone("2026-07-05T08:30:00", "America/St_Johns")).toBe("2026-07-05T08:30:00-02:30");
  });

  it("is right about the hours where the clocks change", () => {
    expect(inZone("2026-10-25T01:59", "Europe/Paris")).toBe("2026-10-25T01:59:00+02:00");
    expect(inZone("2026-10-25T02:30", "Europe/Paris")).toBe("2026-10-25T02:30:00+02:00");
    expect(inZone("2026-10-25T03:00", "Europe/Paris")).toBe("2026-10-25T03:00:00+01:00");
    expect(inZone("2026-03-29T01:59", "Europe/Paris")).toBe("2026-03-29T01:59:00+01:00");
    expect(inZone("2026-03-29T03:00", "Europe/Paris")).toBe("2026-03-29T03:00:00+02:00");
  });

  it("is nothing where nothing is written, or no such time", () => {
    for (const local of [undefined, null, "", "soon", "2026-13-45T99:99"])
      expect(inZone(local, "Europe/Paris")).toBeUndefined();
  });
});

describe("an offset without a colon", () => {
  it("gets one", () => {
    expect(withColon("2025-12-09T17:30:00+0100")).toBe("2025-12-09T17:30:00+01:00");
    expect(withColon("2025-12-09T17:30:00Z")).toBe("2025-12-09T17:30:00Z");
    expect(withColon(null)).toBeUndefined();
  });
});
